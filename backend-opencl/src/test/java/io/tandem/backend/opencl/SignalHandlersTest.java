package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever handlers a driver puts in place, the JVM's are there afterwards. */
@EnabledOnOs(OS.LINUX)
class SignalHandlersTest {
    /** The first compiler leaves out every null check that the processor makes. */
    private static final String[] FAULTING = {"-XX:TieredStopAtLevel=1", "-Xbatch"};

    private static ChildJvm program(String way) {
        TestDevice.devices(TestDevice.options());
        return ChildJvm.main(SignalProgram.class).arguments(way).options(FAULTING);
    }

    private static void assertDone(ChildJvm.Outcome outcome) {
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).endsWith("done\n");
    }

    @Test
    void areTheJvmsAfterDiscovery() {
        assertDone(program("after").run());
    }

    /** PoCL's compiler works when a program is built, and on threads of its own when a kernel first runs. */
    @Test
    void areTheJvmsAfterKernelsWereBuilt(@TempDir Path cache) {
        assertDone(
                program("built").environment("POCL_CACHE_DIR", cache.toString()).run());
    }

    @Test
    void areTheJvmsDuringDiscoveryWithLibjsig() {
        String library =
                Path.of(System.getProperty("java.home"), "lib", "libjsig.so").toString();
        ChildJvm.Outcome outcome =
                program("during").environment("LD_PRELOAD", library).run();
        assertDone(outcome);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void areWhatTheProgramReliesOn() {
        assertThat(program("unguarded").run().exitCode()).isEqualTo(139);
    }
}
