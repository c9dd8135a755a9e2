package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BackendProvider;
import io.tandem.testkit.conformance.ConformanceSuite;
import io.tandem.testkit.conformance.OpCase;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The suite in a JVM whose vectors are half as long as this machine's may be: see the module's POM. */
class CpuNarrowVectorsIT extends ConformanceSuite {
    @Override
    public BackendProvider provider() {
        return new CpuBackendProvider();
    }

    @Override
    public Map<String, String> options() {
        return Map.of("kernels", "vector", "threads", "1");
    }

    @Override
    protected boolean includes(OpCase opCase) {
        return opCase.name().hashCode() % 8 == 0;
    }

    @Test
    void runsWithNarrowVectors() {
        assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments()).contains("-XX:UseAVX=2");
    }
}
