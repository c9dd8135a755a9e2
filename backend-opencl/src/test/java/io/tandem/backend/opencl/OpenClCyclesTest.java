package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opening, using and closing a device again and again takes no memory for good. */
@EnabledOnOs(OS.LINUX)
class OpenClCyclesTest {
    /** Interpreted and with its heap in use from the start, the JVM itself takes nothing more on the way. */
    private static final String[] STEADY = {"-Xint", "-Xms32m", "-Xmx32m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"};

    private static final int MOST_KIBIBYTES = 8 << 10;

    /** The resident memory in KiB after each number of cycles. */
    private static long[] kibibytes(String... cycles) {
        TestDevice.devices(TestDevice.options());
        ChildJvm.Outcome outcome = ChildJvm.main(OpenClCycles.class)
                .options(STEADY)
                .environment("MALLOC_ARENA_MAX", "2")
                .arguments(cycles)
                .timeout(Duration.ofMinutes(20))
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        return outcome.out().lines().mapToLong(Long::parseLong).toArray();
    }

    @Test
    void leaveResidentMemoryFlat() {
        long[] kibibytes = kibibytes("50", "125", "200");
        // What grows with the cycles does so each time; a thread of the JVM or the driver may touch its stack once.
        long growth = Math.min(kibibytes[1] - kibibytes[0], kibibytes[2] - kibibytes[1]);
        assertThat(growth).as("growth in KiB").isLessThan(768);
    }

    @Test
    @Tag("long")
    void aThousandOfTenRunsGrowLittle() {
        long[] kibibytes = kibibytes("500", "1000");
        System.out.println("cycles 500 to 1000: " + (kibibytes[1] - kibibytes[0]) + " KiB");
        assertThat(kibibytes[1] - kibibytes[0]).as("growth in KiB").isLessThan(MOST_KIBIBYTES);
    }
}
