package io.tandem.child;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Discovery;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.Spi;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A backend beside the CPU that shows a device, which nobody opens. */
public final class ExtraProvider implements BackendProvider {
    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return "extra";
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        DeviceInfo info = new DeviceInfo(
                "extra:0",
                name(),
                "Nothing",
                DeviceKind.ACCELERATOR,
                false,
                null,
                null,
                new MemoryInfo(1 << 20, OptionalLong.empty()),
                new Limits(1 << 20, 64, 64),
                List.of());
        return new Discovery.Found(List.of(info), List.of());
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        throw new UnsupportedOperationException(device.id());
    }
}
