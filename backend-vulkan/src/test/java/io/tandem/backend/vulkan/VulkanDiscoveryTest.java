package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Discovery;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VulkanDiscoveryTest {
    private final VulkanProvider provider = new VulkanProvider();
    private final DeviceInfo first =
            ValidatedDevice.devices(ValidatedDevice.options()).getFirst();

    @Test
    void describesTheDevice() {
        assertThat(first.id()).isEqualTo("vulkan:0");
        assertThat(first.software()).isEqualTo(first.kind() == DeviceKind.CPU);
        assertThat(first.memory().totalBytes()).isGreaterThan(1 << 20);
        assertThat(first.limits().maxAllocationBytes())
                .isBetween(1L << 20, first.memory().totalBytes());
        assertThat(first.features().getFirst()).matches("vulkan-1\\.\\d+");
        if (first.uuid() != null) {
            assertThat(first.uuid()).matches("[0-9a-f]{32}");
        }
    }

    @Test
    void showsAPhysicalDeviceAsSeveralLogicalOnes() {
        List<DeviceInfo> devices = ValidatedDevice.devices(ValidatedDevice.options(VulkanOptions.LOGICAL_DEVICES, "3"));
        assertThat(devices.subList(0, 3))
                .extracting(DeviceInfo::id)
                .containsExactly("vulkan:0", "vulkan:0/1", "vulkan:0/2");
        try (var one = provider.open(devices.get(0), ValidatedDevice.options(VulkanOptions.LOGICAL_DEVICES, "3"));
                var two = provider.open(devices.get(1), ValidatedDevice.options(VulkanOptions.LOGICAL_DEVICES, "3"))) {
            assertThat(one.canUse(two)).isFalse();
            assertThat(two.info().id()).isEqualTo("vulkan:0/1");
        }
    }

    @Test
    void leavesDevicesOut() {
        Discovery none = provider.discover(ValidatedDevice.options(VulkanOptions.DEVICES, "77"));
        assertThat(none).isInstanceOfSatisfying(Discovery.Found.class, found -> {
            assertThat(found.devices()).isEmpty();
            assertThat(found.refused().getFirst().reason()).contains("devices", "TANDEM_VULKAN_DEVICES");
        });
        assertThatThrownBy(() -> provider.open(first, ValidatedDevice.options(VulkanOptions.DEVICES, "77")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("vulkan:0");
    }

    @Test
    void treatsDisabledFeaturesAsAbsent() {
        Map<String, String> options = ValidatedDevice.options(
                VulkanOptions.DISABLE,
                "fp16, storage16,int8,subgroups,integer-dot,cooperative-matrix,memory-budget,transfer-queue,host-import",
                VulkanOptions.MAX_ALLOCATION_BYTES,
                "1048576");
        DeviceInfo bare = ValidatedDevice.devices(options).getFirst();
        assertThat(bare.features()).hasSize(1);
        assertThat(bare.limits().maxAllocationBytes()).isEqualTo(1 << 20);
        assertThat(bare.memory().freeBytes()).isEmpty();
    }

    @Test
    void readsTheEnvironmentVariableUnlessTheOptionIsGiven() {
        Map<String, String> environment = Map.of("TANDEM_VULKAN_DEVICES", "1,3");
        assertThat(VulkanOptions.read(Map.of(), environment).devices()).containsExactly(1, 3);
        assertThat(VulkanOptions.read(Map.of("devices", "0"), environment).devices())
                .containsExactly(0);
        assertThat(VulkanOptions.read(Map.of(), Map.of()).devices()).isEmpty();
    }

    @Test
    void refusesMalformedOptions() {
        assertThatThrownBy(() -> provider.discover(Map.of("devices", "first")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'first'");
        assertThatThrownBy(() -> provider.discover(Map.of("disable", "fp16,flux")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'flux'")
                .hasMessageContaining("cooperative-matrix");
        assertThatThrownBy(() -> provider.discover(Map.of("logicalDevices", "0")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
