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

    static final class Talk {
        private Talk() {}

        public static void main(String[] arguments) {
            System.err.println("e".repeat(1 << 20));
            System.out.println("o".repeat(1 << 20));
        }
    }

    /** A pipe holds 64 KiB: both streams must be read at the same time, however few processors there are. */
    @Test
    void readsBothStreams() {
        ChildJvm.Outcome outcome = ChildJvm.main(Talk.class).run();
        assertThat(outcome.err()).contains("e".repeat(1 << 20));
        assertThat(outcome.out()).contains("o".repeat(1 << 20));
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
