package io.tandem.backend.cpu;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Spi;
import java.util.List;
import java.util.Map;

/**
 * The processor that the JVM runs on, as the device {@code cpu:0}. It runs every operation on every type, so it is there
 * where nothing else is.
 *
 * <p>Options:
 *
 * <ul>
 *   <li>{@code threads}: how many threads compute, the caller's included; as many as the JVM has processors if not given
 *   <li>{@code kernels}: {@code vector}, {@code scalar} or {@code auto}, which takes vectors where the JVM was started with
 *       {@code --add-modules jdk.incubator.vector}
 * </ul>
 */
public final class CpuBackendProvider implements BackendProvider {
    static final String NAME = "cpu";

    /** For {@link java.util.ServiceLoader}. */
    public CpuBackendProvider() {}

    @Override
    public int spiVersion() {
        return Spi.VERSION;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Discovery discover(Map<String, String> options) {
        return new Discovery.Found(List.of(CpuOptions.read(options).describe()), List.of());
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        CpuOptions read = CpuOptions.read(options);
        if (!device.id().equals(CpuOptions.DEVICE)) {
            throw new BackendException(
                    BackendException.Kind.UNAVAILABLE,
                    device.id(),
                    "Opening " + device.id() + " failed: there is only " + CpuOptions.DEVICE + ". Use that one");
        }
        return new CpuDevice(device, read);
    }
}
