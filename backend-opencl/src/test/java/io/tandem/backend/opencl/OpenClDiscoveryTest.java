package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.DeviceKind;
import io.tandem.backend.Discovery;
import io.tandem.backend.Limits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenClDiscoveryTest {
    private final OpenClProvider provider = new OpenClProvider();
    private final DeviceInfo first = TestDevice.devices(Map.of()).getFirst();

    @Test
    void describesTheDevice() {
        assertThat(first.id()).isEqualTo("opencl:0");
        assertThat(first.software()).isEqualTo(first.kind() == DeviceKind.CPU);
        assertThat(first.memory().totalBytes()).isGreaterThan(1 << 20);
        assertThat(first.limits().maxAllocationBytes())
                .isBetween(1L << 20, first.memory().totalBytes());
        assertThat(first.features().getFirst()).matches("opencl-\\d\\.\\d+");
        if (first.uuid() != null) {
            assertThat(first.uuid()).matches("[0-9a-f]{32}");
        }
    }

    @Test
    void showsAPhysicalDeviceAsSeveralLogicalOnes() {
        List<DeviceInfo> devices = TestDevice.devices(TestDevice.options(OpenClOptions.LOGICAL_DEVICES, "3"));
        assertThat(devices.subList(0, 3))
                .extracting(DeviceInfo::id)
                .containsExactly("opencl:0", "opencl:0/1", "opencl:0/2");
        try (var one = provider.open(devices.get(0), TestDevice.options(OpenClOptions.LOGICAL_DEVICES, "3"));
                var two = provider.open(devices.get(1), TestDevice.options(OpenClOptions.LOGICAL_DEVICES, "3"))) {
            assertThat(one.canUse(two)).isFalse();
            assertThat(two.info().id()).isEqualTo("opencl:0/1");
        }
    }

    /** What a driver tells of a GPU of that name. */
    private static PhysicalDevice gpu(String name, String platform, @Nullable String uuid, @Nullable String pci) {
        return new PhysicalDevice(
                new cl_platform_id(),
                new cl_device_id(),
                name,
                platform,
                "1",
                "3.0",
                DeviceKind.GPU,
                uuid,
                pci,
                Set.of(),
                List.of(),
                1L << 30,
                new Limits(1L << 28, 128, 4096),
                new PhysicalDevice.ComputeLimits(1 << 15, 256, true));
    }

    @Test
    void showsAGpuOfTwoDriversOnce() {
        List<PhysicalDevice> seen = List.of(
                gpu("one", "first", "0a", null),
                gpu("one", "second", "0a", "0000:01:00.0"),
                gpu("one", "third", null, "0000:01:00.0"),
                gpu("two", "first", "0b", "0000:02:00.0"));
        Discovery discovery = new OpenClDevices(seen, OpenClOptions.read(Map.of(), Map.of())).discovery();
        assertThat(discovery).isInstanceOfSatisfying(Discovery.Found.class, found -> {
            assertThat(found.devices()).extracting(DeviceInfo::id).containsExactly("opencl:0", "opencl:3");
            assertThat(found.refused())
                    .extracting(Discovery.Refused::reason)
                    .containsExactly(
                            "it is opencl:0 seen through another driver, second",
                            "it is opencl:0 seen through another driver, third");
        });
    }

    @Test
    void leavesDevicesOut() {
        Discovery none = provider.discover(TestDevice.options(OpenClOptions.DEVICES, "77"));
        assertThat(none).isInstanceOfSatisfying(Discovery.Found.class, found -> {
            assertThat(found.devices()).isEmpty();
            assertThat(found.refused().getFirst().reason()).contains("devices", "TANDEM_OPENCL_DEVICES");
        });
        assertThatThrownBy(() -> provider.open(first, TestDevice.options(OpenClOptions.DEVICES, "77")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("opencl:0");
    }

    @Test
    void treatsDisabledFeaturesAsAbsent() {
        Map<String, String> options = TestDevice.options(
                OpenClOptions.DISABLE,
                "fp16, fp64,subgroups,integer-dot,ptx",
                OpenClOptions.MAX_ALLOCATION_BYTES,
                "1048576");
        DeviceInfo bare = TestDevice.devices(options).getFirst();
        assertThat(bare.features()).hasSize(1);
        assertThat(bare.limits().maxAllocationBytes()).isEqualTo(1 << 20);
        assertThat(bare.memory().freeBytes()).isEmpty();
    }

    @Test
    void readsTheEnvironmentVariableUnlessTheOptionIsGiven() {
        Map<String, String> environment = Map.of("TANDEM_OPENCL_DEVICES", "1,3");
        assertThat(OpenClOptions.read(Map.of(), environment).devices()).containsExactly(1, 3);
        assertThat(OpenClOptions.read(Map.of("devices", "0"), environment).devices())
                .containsExactly(0);
        assertThat(OpenClOptions.read(Map.of(), Map.of()).devices()).isEmpty();
    }

    @Test
    void refusesMalformedOptions() {
        assertThatThrownBy(() -> provider.discover(Map.of("devices", "first")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'first'");
        assertThatThrownBy(() -> provider.discover(Map.of("disable", "fp16,flux")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'flux'")
                .hasMessageContaining("integer-dot");
        assertThatThrownBy(() -> provider.discover(Map.of("logicalDevices", "0")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
