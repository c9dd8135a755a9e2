package io.tandem.scheduler.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendProvider;
import io.tandem.backend.DeviceKind;
import io.tandem.scheduler.DeviceSelection;
import io.tandem.scheduler.Devices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectorTest {
    private static final BackendProvider CPU = new StubProvider("cpu").with(DeviceKind.CPU);

    /** Two discrete GPUs and an integrated one in Vulkan; OpenCL sees one of them, by its address, and the CPU. */
    private static List<BackendProvider> workstation() {
        StubProvider vulkan = new StubProvider("vulkan")
                .with(DeviceKind.INTEGRATED_GPU)
                .with(DeviceKind.GPU, info -> StubProvider.identified(info, "aa", "0000:01:00.0"))
                .with(DeviceKind.GPU, info -> StubProvider.identified(info, "bb", "0000:02:00.0"))
                .with(DeviceKind.CPU, StubProvider::software);
        StubProvider opencl = new StubProvider("opencl")
                .with(DeviceKind.GPU, info -> StubProvider.identified(info, null, "0000:02:00.0"))
                .with(DeviceKind.GPU, info -> StubProvider.identified(info, "CC", null));
        return List.of(opencl, CPU, vulkan);
    }

    private static DeviceSelection select(String list) {
        try (Devices devices = Devices.of(workstation(), Map.of())) {
            return devices.select(list);
        }
    }

    private static List<String> ids(DeviceSelection selection) {
        return selection.devices().stream().map(info -> info.id()).toList();
    }

    @Test
    void theDefaultOrderIsDiscreteThenIntegratedThenTheCpuEachOnce() {
        assertThat(ids(select(""))).containsExactly("vulkan:1", "vulkan:2", "opencl:1", "vulkan:0", "cpu:0");
    }

    @Test
    void saysWhyEachDeviceIsThereOrNot() {
        assertThat(select("").explain()).isEqualTo("""
                        1. vulkan:1 (vulkan GPU): default order
                        2. vulkan:2 (vulkan GPU): default order
                        3. opencl:1 (opencl GPU): default order
                        4. vulkan:0 (vulkan INTEGRATED_GPU): default order
                        5. cpu:0 (cpu CPU): default order
                        -  opencl:0 (opencl GPU): the same hardware as vulkan:2
                        -  vulkan:3 (vulkan CPU): a software driver: used when asked for by id or with allowSoftware
                        """);
    }

    @Test
    void kindsTakeAllOfTheirDevicesAndTheCpuIsAddedAsFallback() {
        assertThat(ids(select("gpu"))).containsExactly("vulkan:1", "vulkan:2", "opencl:1", "vulkan:0", "cpu:0");
        assertThat(ids(select("integrated"))).containsExactly("vulkan:0", "cpu:0");
        assertThat(ids(select("cpu,gpu"))).containsExactly("cpu:0", "vulkan:1", "vulkan:2", "opencl:1", "vulkan:0");
        assertThat(select("integrated").chosen().getLast().reason())
                .isEqualTo("the fallback for what no other device supports");
    }

    @Test
    void idsAreTakenAsTheyAreSoftwareAndTwinsToo() {
        assertThat(ids(select("opencl:0, vulkan:2 ,vulkan:3,opencl:0,cpu")))
                .containsExactly("opencl:0", "vulkan:2", "vulkan:3", "cpu:0");
    }

    @Test
    void namesOfBackendsTakeTheirDevices() {
        assertThat(ids(select("opencl"))).containsExactly("opencl:0", "opencl:1", "cpu:0");
        assertThat(ids(select("opencl,vulkan")))
                .containsExactly("opencl:0", "opencl:1", "vulkan:1", "vulkan:0", "cpu:0");
    }

    @Test
    void aWrongWordIsRefusedWithWhatThereIs() {
        assertThatThrownBy(() -> select("gpu,vulkan:7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("No device, kind or provider 'vulkan:7'. Devices: cpu:0 (cpu CPU), opencl:0")
                .hasMessageContaining("kinds: gpu, integrated, accelerator, cpu");
        assertThatThrownBy(() -> select("gpu,,cpu")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKindThatNothingIsOfFallsBackAndSaysSo() {
        DeviceSelection selection = select("accelerator");
        assertThat(ids(selection)).containsExactly("cpu:0");
        assertThat(selection.notes()).singleElement().asString().startsWith("'accelerator' adds no device. Devices: ");
    }

    @Test
    void softwareDriversAreChosenWhenAllowed() {
        try (Devices devices = Devices.of(workstation(), Map.of("allowSoftware", "true"))) {
            assertThat(ids(devices.select("vulkan")))
                    .containsExactly("vulkan:1", "vulkan:2", "vulkan:0", "vulkan:3", "cpu:0");
        }
    }

    @Test
    void aSecondLogicalDeviceIsTakenByIdOnly() {
        StubProvider vulkan = new StubProvider("vulkan")
                .with(DeviceKind.GPU)
                .with(
                        DeviceKind.GPU,
                        info -> new io.tandem.backend.DeviceInfo(
                                "vulkan:0/1",
                                info.provider(),
                                info.description(),
                                info.kind(),
                                false,
                                null,
                                null,
                                info.memory(),
                                info.limits(),
                                info.features()));
        try (Devices devices = Devices.of(vulkan, CPU)) {
            assertThat(ids(devices.select(""))).containsExactly("vulkan:0", "cpu:0");
            assertThat(ids(devices.select("vulkan:0,vulkan:0/1"))).containsExactly("vulkan:0", "vulkan:0/1", "cpu:0");
        }
    }
}
