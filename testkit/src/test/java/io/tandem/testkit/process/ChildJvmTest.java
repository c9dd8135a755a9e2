package io.tandem.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChildJvmTest {
    static final class Echo {
        private Echo() {}

        public static void main(String[] arguments) {
            System.out.println(arguments[0] + System.getProperty("word") + System.getenv("WORD"));
            System.err.println("done");
            System.exit(3);
        }
    }

    @Test
    void tellsHowTheProgramEnded() {
        ChildJvm.Outcome outcome = ChildJvm.main(Echo.class)
                .options("-Dword=b")
                .arguments("a")
                .environment("WORD", "c")
                .run();
        assertThat(outcome.out()).isEqualToIgnoringNewLines("abc");
        assertThat(outcome.err()).contains("done");
        assertThat(outcome.exitCode()).isEqualTo(3);
    }
}
