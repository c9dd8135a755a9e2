package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tandem.backend.Executable;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Running a program again takes next to nothing from the heap, in all threads together. */
class CpuAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 1000;

    /** Vector kernels make a few slices of memory, which the compiler does not always leave out. */
    private static final long MOST_BYTES = RUNS * 1024L;

    private static final long WARM_UP_NANOS = 60_000_000_000L;

    @ParameterizedTest
    @CsvSource({"vector, 1", "vector, 2", "scalar, 2"})
    void allocatesNextToNothingOnceCompiled(String kernels, String threads) {
        try (Product product = new Product(Map.of("kernels", kernels, "threads", threads));
                Executable program = product.compile()) {
            product.upload();
            long end = System.nanoTime() + WARM_UP_NANOS;
            long allocated;
            do {
                allocated = allocated(product, program);
            } while (allocated > MOST_BYTES && System.nanoTime() < end);
            assertThat(allocated).as("bytes in " + RUNS + " runs").isLessThanOrEqualTo(MOST_BYTES);
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
