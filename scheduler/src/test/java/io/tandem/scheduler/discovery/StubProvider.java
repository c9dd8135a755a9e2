package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Discovery;
import io.tandem.backend.Limits;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.OptionReader;
import io.tandem.backend.Spi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** A provider that finds what it is told to find and opens nothing. */
final class StubProvider implements BackendProvider {
    private final String name;
    private final List<DeviceInfo> devices = new ArrayList<>();

    StubProvider(String name) {
        this.name = name;
    }

    StubProvider with(DeviceKind kind) {
        return with(kind, info -> info);
    }

    StubProvider with(DeviceKind kind, UnaryOperator<DeviceInfo> change) {
        devices.add(change.apply(new DeviceInfo(
                name + ":" + devices.size(),
                name,
                name + " " + kind,
                kind,
                false,
                null,
                null,
                new MemoryInfo(1 << 30, OptionalLong.empty()),
                new Limits(1 << 30, 64, 64),
                List.of())));
        return this;
    }

    static DeviceInfo identified(DeviceInfo info, String uuid, String pciAddress) {
        return new DeviceInfo(
                info.id(),
                info.provider(),
                info.description(),
                info.kind(),
                info.software(),
                uuid,
                pciAddress,
                info.memory(),
                info.limits(),
                info.features());
    }

    static DeviceInfo software(DeviceInfo info) {
        return new DeviceInfo(
                info.id(),
                info.provider(),
                info.description(),
                info.kind(),
                true,
                info.uuid(),
                info.pciAddress(),
                info.memory(),
                info.limits(),
                info.features());
    }

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        OptionReader.of(name, options, "threads").number("threads", 1, 1);
        return new Discovery.Found(devices, List.of());
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        throw new UnsupportedOperationException("This provider opens nothing");
    }
}
