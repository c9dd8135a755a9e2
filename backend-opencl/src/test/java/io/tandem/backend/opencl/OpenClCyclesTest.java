package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opening, using and closing a device again and again takes no memory for good. */
class OpenClCyclesTest {
    /** Interpreted and with its heap in use from the start, the JVM itself takes nothing more on the way. */
    private static final String[] STEADY = {"-Xint", "-Xms32m", "-Xmx32m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"};

    @Test
    @EnabledOnOs(OS.LINUX)
    void leaveResidentMemoryFlat() {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClCycles.class)
                .options(STEADY)
                .environment("MALLOC_ARENA_MAX", "2")
                .arguments("50", "125", "200")
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        long[] kibibytes = outcome.out().lines().mapToLong(Long::parseLong).toArray();
        // What grows with the cycles does so each time; a thread of the JVM or the driver may touch its stack once.
        long growth = Math.min(kibibytes[1] - kibibytes[0], kibibytes[2] - kibibytes[1]);
        assertThat(growth).as("growth in KiB").isLessThan(768);
    }
}
