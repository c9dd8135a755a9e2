package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.DeviceCycles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opening, using and closing a device again and again takes no memory for good. */
@EnabledOnOs(OS.LINUX)
class OpenClCyclesTest {
    private static final int MOST_KIBIBYTES = 8 << 10;

    @BeforeEach
    void skipWithoutDevice() {
        TestDevice.devices(TestDevice.options());
    }

    @Test
    void leaveResidentMemoryFlat() {
        long[] growth = DeviceCycles.growth(OpenClCycles.class, "backend", 50, 125, 200);
        // What grows with the cycles does so each time; a thread of the JVM or the driver may touch its stack once.
        assertThat(Math.min(growth[0], growth[1])).as("growth in KiB").isLessThan(768);
    }

    @Test
    @Tag("long")
    void aThousandOfTenRunsGrowNoMoreThanTheDriverAlone() {
        long backend = DeviceCycles.growth(OpenClCycles.class, "backend", 500, 1000)[0];
        long driver = DeviceCycles.growth(OpenClCycles.class, "driver", 500, 1000)[0];
        System.out.println("cycles 500 to 1000: " + backend + " KiB, the driver alone " + driver + " KiB");
        assertThat(backend).as("growth in KiB").isLessThanOrEqualTo(Math.max(MOST_KIBIBYTES, driver));
    }
}
