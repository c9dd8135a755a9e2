package io.tandem.benchmarks;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.scheduler.Devices;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Our CPU backend and no other, whatever drivers the machine has. */
final class CpuDevice {
    private CpuDevice() {}

    /** The device with so many threads, without a scheduler. The caller closes it. */
    static Device open(int threads) {
        BackendProvider provider = provider();
        Map<String, String> options = Map.of("threads", Integer.toString(threads));
        return switch (provider.discover(options)) {
            case Discovery.Found found -> provider.open(found.devices().getFirst(), options);
            case Discovery.Unavailable unavailable -> throw new IllegalStateException(unavailable.reason());
        };
    }

    /** The device with so many threads, for a scheduler. The caller closes it. */
    static Devices devices(int threads) {
        return Devices.of(List.of(provider()), Map.of("cpu.threads", Integer.toString(threads)));
    }

    private static BackendProvider provider() {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals("cpu"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the CPU backend is not on the class path"));
    }
}
