package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a program ends, the JVM ends with the right code and nothing of the driver's is left behind. */
class VulkanExitTest {
    @ParameterizedTest
    @CsvSource({"close, 0", "return, 0", "exit, 7", "throw, 1", "busy, 7", "late, 7", "signal, 143"})
    void endsCleanly(String way, int exitCode) {
        ValidatedDevice.devices(ValidatedDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(VulkanProgram.class)
                .arguments(way, String.valueOf(ValidatedDevice.validates()))
                .run();
        assertThat(outcome.out()).contains("used");
        if (way.equals("late")) {
            assertThat(outcome.out()).contains("late Unavailable", "the JVM is ending");
        }
        assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
        // The layer's search for objects that are left ends in the log, as does a hook that had to give up.
        assertThat(outcome.err()).doesNotContain("Validation", "VUID", "WARNING", "SIGSEGV");
    }
}
