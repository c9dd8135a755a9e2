package io.tandem.backend.cpu;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendProvider;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Discovery;
import io.tandem.backend.Spi;
import io.tandem.backend.cpu.kernel.Memory;
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
        DeviceInfo info = CpuOptions.read(options).describe();
        return mayReachMemory()
                ? new Discovery.Found(List.of(info), List.of())
                : new Discovery.Unavailable(
                        "The JVM refuses this backend native access, without which its kernels do not"
                                + " reach the memory of tensors. Start it with --enable-native-access=ALL-UNNAMED, or where this"
                                + " backend is on the module path with --enable-native-access=io.tandem.backend.cpu");
    }

    private static boolean mayReachMemory() {
        try {
            return Memory.ALL.isNative();
        } catch (LinkageError refused) {
            return false;
        }
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
