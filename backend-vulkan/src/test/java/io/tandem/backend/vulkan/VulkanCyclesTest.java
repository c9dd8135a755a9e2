package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.testkit.process.DeviceCycles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Opening, using and closing a device again and again takes no memory for good. */
@EnabledOnOs(OS.LINUX)
class VulkanCyclesTest {
    private static final int MOST_KIBIBYTES = 8 << 10;

    @BeforeEach
    void skipWithoutDevice() {
        ValidatedDevice.devices(ValidatedDevice.options());
    }

    @Test
    void leaveResidentMemoryFlat() {
        assertThat(DeviceCycles.growth(VulkanCycles.class, "backend", 50, 150)[0])
                .as("growth in KiB")
                .isLessThan(1024);
    }

    @Test
    @Tag("long")
    void aThousandOfTenRunsGrowNoMoreThanTheDriverAlone() {
        long backend = DeviceCycles.growth(VulkanCycles.class, "backend", 500, 1000)[0];
        long driver = DeviceCycles.growth(VulkanCycles.class, "driver", 500, 1000)[0];
        System.out.println("cycles 500 to 1000: " + backend + " KiB, the driver alone " + driver + " KiB");
        assertThat(backend).as("growth in KiB").isLessThanOrEqualTo(Math.max(MOST_KIBIBYTES, driver));
    }
}
