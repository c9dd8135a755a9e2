package io.tandem.benchmarks;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import java.util.Map;
import java.util.ServiceLoader;

/** Opens our CPU backend as a scheduler does, without one. */
final class CpuDevice {
    private CpuDevice() {}

    /** The CPU with so many threads. The caller closes it. */
    static Device open(int threads) {
        BackendProvider provider = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals("cpu"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the CPU backend is not on the class path"));
        Map<String, String> options = Map.of("threads", Integer.toString(threads));
        return switch (provider.discover(options)) {
            case Discovery.Found found -> provider.open(found.devices().getFirst(), options);
            case Discovery.Unavailable unavailable -> throw new IllegalStateException(unavailable.reason());
        };
    }
}
