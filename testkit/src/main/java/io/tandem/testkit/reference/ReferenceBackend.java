package io.tandem.testkit.reference;

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

/**
 * A backend that computes every operation in double precision with plain loops, one command after the other on the
 * caller's thread. Slow, exact, and short enough to be read first and cloned when writing a backend.
 *
 * <p>It has one device, {@code reference:0}, and one option, {@code maxAllocationBytes}. It is not registered as a
 * service: pass an instance.
 */
public final class ReferenceBackend implements BackendProvider {
    private static final String NAME = "reference";
    private static final String MAX_ALLOCATION = "maxAllocationBytes";
    private static final long ALIGNMENT_BYTES = 64;

    private final ReferenceKernels kernels;

    /** A backend with a kernel for every operation. */
    public ReferenceBackend() {
        this(ReferenceKernels.all());
    }

    ReferenceBackend(ReferenceKernels kernels) {
        this.kernels = kernels;
    }

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
        long maxAllocation = OptionReader.of(NAME, options, MAX_ALLOCATION).number(MAX_ALLOCATION, 1L << 40, 1);
        DeviceInfo info = new DeviceInfo(
                NAME + ":0",
                NAME,
                "Double-precision reference",
                DeviceKind.CPU,
                false,
                null,
                null,
                new MemoryInfo(Runtime.getRuntime().maxMemory(), OptionalLong.empty()),
                new Limits(maxAllocation, ALIGNMENT_BYTES, 1),
                List.of());
        return new Discovery.Found(List.of(info), List.of());
    }

    @Override
    public Device open(DeviceInfo device, Map<String, String> options) {
        discover(options);
        return new ReferenceDevice(device, kernels);
    }
}
