package io.tandem.testkit.conformance;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import java.util.Map;

/** What the contracts are checked on. Implemented by {@link ConformanceSuite}. */
public interface ConformanceTarget {
    /** The backend. */
    BackendProvider provider();

    /** The options that its devices are opened with. */
    Map<String, String> options();

    /** The device under test, open. */
    Device device();

    /** Another handle on the same device, which the caller closes. */
    default Device reopened() {
        return provider().open(device().info(), options());
    }
}
