package io.tandem.backend.opencl;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The first device, for tests. */
final class TestDevice {
    private static final OpenClProvider PROVIDER = new OpenClProvider();

    private TestDevice() {}

    /** Opens the device with options, names and values in turn. */
    static OpenClDevice open(String... options) {
        Map<String, String> all = options(options);
        return (OpenClDevice) PROVIDER.open(devices(all).getFirst(), all);
    }

    static Map<String, String> options(String... options) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return all;
    }

    /** The devices that are found; without any, the test is skipped with the reason. */
    static List<DeviceInfo> devices(Map<String, String> options) {
        return switch (PROVIDER.discover(options)) {
            case Discovery.Found(List<DeviceInfo> devices, var refused) -> {
                Assumptions.assumeFalse(devices.isEmpty(), () -> "no OpenCL device: " + refused);
                yield devices;
            }
            case Discovery.Unavailable(String reason) -> {
                Assumptions.abort(reason);
                yield List.of();
            }
        };
    }
}
