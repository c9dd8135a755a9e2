package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.backend.cpu.CpuBackendProvider;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/**
 * Reductions of long rows keep their vectors in registers, whatever the JVM has seen before: this JVM has seen nothing.
 * Vectors in objects show in what a thread allocates.
 */
class LongRowsIT {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int COUNT = 1 << 14;
    private static final int CALLS = 500;
    private static final long WARM_UP_NANOS = 60_000_000_000L;

    private double sink;

    @Test
    void reductionsAllocateNothingOnceCompiled() {
        CpuBackendProvider provider = new CpuBackendProvider();
        Discovery.Found found = (Discovery.Found) provider.discover(Map.of());
        RowKernels kernels = new VectorRowKernels();
        // Opening a device sets the compiler's directives.
        try (Device device = provider.open(found.devices().getFirst(), Map.of("threads", "1"));
                Arena arena = Arena.ofConfined()) {
            long row = arena.allocate((long) Float.BYTES * COUNT, 64).address();
            DoubleConsumer keep = value -> sink += value;

            requireNoGarbage("sum", () -> kernels.sum(row, COUNT), keep);
            requireNoGarbage("sumOfSquares", () -> kernels.sumOfSquares(row, 1, COUNT), keep);
            requireNoGarbage("max", () -> kernels.max(row, COUNT), keep);
            requireNoGarbage("expAndSum", () -> kernels.expAndSum(row, 0, row, COUNT), keep);
            assertThat(device.info().id()).isEqualTo("cpu:0");
        }
    }

    private static void requireNoGarbage(String name, DoubleSupplier kernel, DoubleConsumer keep) {
        long end = System.nanoTime() + WARM_UP_NANOS;
        long allocated;
        do {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                keep.accept(kernel.getAsDouble());
            }
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        } while (allocated > CALLS && System.nanoTime() < end);
        assertThat(allocated / CALLS).as("bytes a call of " + name).isZero();
    }
}
