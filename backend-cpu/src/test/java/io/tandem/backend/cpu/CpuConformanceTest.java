package io.tandem.backend.cpu;

import io.tandem.backend.BackendProvider;
import io.tandem.testkit.conformance.ConformanceSuite;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** The suite with either set of kernels and with one thread, as many as the machine has, and more than it may have. */
class CpuConformanceTest {
    abstract static class Suite extends ConformanceSuite {
        @Override
        public BackendProvider provider() {
            return new CpuBackendProvider();
        }
    }

    @Nested
    class VectorsOneThread extends Suite {
        @Override
        public Map<String, String> options() {
            return Map.of("kernels", "vector", "threads", "1");
        }
    }

    @Nested
    class VectorsTwoThreads extends Suite {
        @Override
        public Map<String, String> options() {
            return Map.of("kernels", "vector", "threads", "2");
        }
    }

    @Nested
    class ScalarsOneThread extends Suite {
        @Override
        public Map<String, String> options() {
            return Map.of("kernels", "scalar", "threads", "1");
        }
    }

    @Nested
    class ScalarsThreeThreads extends Suite {
        @Override
        public Map<String, String> options() {
            return Map.of("kernels", "scalar", "threads", "3");
        }
    }
}
