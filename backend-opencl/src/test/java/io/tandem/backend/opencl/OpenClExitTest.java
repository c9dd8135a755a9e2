package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a program ends, the JVM ends with the right code. */
class OpenClExitTest {
    @ParameterizedTest
    @CsvSource({"close, 0", "return, 0", "exit, 7", "throw, 1", "busy, 7"})
    void endsCleanly(String way, int exitCode) {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome =
                ChildJvm.main(OpenClProgram.class).arguments(way).run();
        assertThat(outcome.out()).contains("used");
        assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
        assertThat(outcome.err()).doesNotContain("WARNING", "SIGSEGV");
    }
}
