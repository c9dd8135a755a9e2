package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tandem.backend.Executable;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Running a program again takes nothing from the heap, in no thread. With vectors that depends on the JVM's compiler: now and
 * then it leaves some of them in objects for good, which is little beside what an interpreted kernel takes. A
 * JVM of its own has compiled nothing else.
 */
class CpuAllocationIT {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 1000;
    private static final long WARM_UP_NANOS = 60_000_000_000L;

    /** Other threads of the test runner may allocate meanwhile, so that some bytes a run are allowed. */
    @ParameterizedTest
    @CsvSource({"scalar, 1, 8", "scalar, 2, 8", "vector, 1, 131072", "vector, 2, 131072"})
    void allocatesNothingOnceCompiled(String kernels, String threads, long mostBytes) {
        try (Product product = new Product(Map.of("kernels", kernels, "threads", threads));
                Executable program = product.compile()) {
            product.upload();
            long end = System.nanoTime() + WARM_UP_NANOS;
            long allocated;
            do {
                allocated = allocated(product, program) / RUNS;
            } while (allocated > mostBytes && System.nanoTime() < end);
            assertThat(allocated).as("bytes per run").isLessThanOrEqualTo(mostBytes);
            assertThat(product.result()).isEqualTo(Product.expected());
        }
    }

    private static long allocated(Product product, Executable program) {
        long before = THREADS.getTotalThreadAllocatedBytes();
        for (int run = 0; run < RUNS; run++) {
            product.run(program);
        }
        return THREADS.getTotalThreadAllocatedBytes() - before;
    }
}
