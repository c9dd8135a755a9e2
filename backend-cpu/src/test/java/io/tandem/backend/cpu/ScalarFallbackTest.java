package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import org.junit.jupiter.api.Test;

/** A JVM that was started without the Vector API. */
class ScalarFallbackTest {
    private static final String REMEDY = "Add --add-modules jdk.incubator.vector to its flags";

    private static ChildJvm.Outcome run(String kernels) {
        return ChildJvm.main(ScalarProgram.class).arguments(kernels).run();
    }

    @Test
    void computesWithoutVectorsAndSaysSoOnce() {
        ChildJvm.Outcome outcome = run("auto");
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).contains("cpu:0").endsWith("right\n");
        assertThat(outcome.err().lines().filter(line -> line.contains("WARNING")))
                .singleElement()
                .asString()
                .contains("cpu:0 runs scalar kernels", REMEDY);
    }

    @Test
    void saysNothingWhereScalarsWereAskedFor() {
        ChildJvm.Outcome outcome = run("scalar");
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).endsWith("right\n");
        assertThat(outcome.err()).doesNotContain("WARNING");
    }

    @Test
    void computesWithoutVectorsWhereTheyHaveNoInstructionFor() {
        ChildJvm.Outcome outcome = ChildJvm.main(ScalarProgram.class)
                .options("--add-modules=jdk.incubator.vector", "-XX:-UseFMA")
                .arguments("auto")
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).endsWith("right\n");
        assertThat(outcome.err().lines().filter(line -> line.contains("WARNING: cpu")))
                .singleElement()
                .asString()
                .contains("cpu:0 runs scalar kernels", "fused multiply-add");
    }

    @Test
    void refusesToOpenWithVectors() {
        ChildJvm.Outcome outcome = run("vector");
        assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.err()).contains("Opening cpu:0", "with vector kernels failed", REMEDY);
    }
}
