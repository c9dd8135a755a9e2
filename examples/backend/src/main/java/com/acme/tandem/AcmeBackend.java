package com.acme.tandem;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Discovery;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.OptionReader;
import io.tandem.backend.Spi;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Finds the one device there is: loops of Java that stand for an accelerator. */
public final class AcmeBackend implements BackendProvider {
    private static final long MEMORY_BYTES = 1L << 30;
    private static final long ALIGNMENT_BYTES = 64;

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return "acme";
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        OptionReader.of(name(), options);
        DeviceInfo info = new DeviceInfo(
                "acme:0",
                name(),
                "Acme accelerator",
                DeviceKind.ACCELERATOR,
                false,
                null,
                null,
                new MemoryInfo(MEMORY_BYTES, OptionalLong.empty()),
                new Limits(MEMORY_BYTES, ALIGNMENT_BYTES, ALIGNMENT_BYTES),
                List.of());
        return new Discovery.Found(List.of(info), List.of());
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        OptionReader.of(name(), options);
        return new AcmeDevice(device);
    }
}
