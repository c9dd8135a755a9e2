package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.ChildJvm;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opening, using and closing a device again and again takes no memory for good. */
@EnabledOnOs(OS.LINUX)
class VulkanCyclesTest {
    /** Interpreted and with its heap in use from the start, the JVM itself takes nothing more on the way. */
    private static final String[] STEADY = {"-Xint", "-Xms32m", "-Xmx32m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"};

    private static final int MOST_KIBIBYTES = 8 << 10;

    @BeforeEach
    void skipWithoutDevice() {
        ValidatedDevice.devices(ValidatedDevice.options());
    }

    /** By how many KiB the resident memory grows from one number of cycles to another. */
    private static long growth(String what, int from, int to) {
        ChildJvm.Outcome outcome = ChildJvm.main(VulkanCycles.class)
                .options(STEADY)
                .environment("MALLOC_ARENA_MAX", "2")
                .arguments(what, String.valueOf(from), String.valueOf(to))
                .timeout(Duration.ofMinutes(20))
                .run();
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        long[] kibibytes = outcome.out().lines().mapToLong(Long::parseLong).toArray();
        return kibibytes[1] - kibibytes[0];
    }

    @Test
    void leaveResidentMemoryFlat() {
        assertThat(growth("backend", 50, 150)).as("growth in KiB").isLessThan(1024);
    }

    @Test
    @Tag("long")
    void aThousandOfTenRunsGrowNoMoreThanTheDriverAlone() {
        long backend = growth("backend", 500, 1000);
        long driver = growth("driver", 500, 1000);
        System.out.println("cycles 500 to 1000: " + backend + " KiB, the driver alone " + driver + " KiB");
        assertThat(backend).as("growth in KiB").isLessThanOrEqualTo(Math.max(MOST_KIBIBYTES, driver));
    }
}
