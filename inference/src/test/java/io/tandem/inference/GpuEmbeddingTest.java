package io.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.DeviceInfo;
import io.tandem.inference.reference.Vectors;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sentence model on Vulkan and OpenCL devices gives the CPU's vectors, however its layers are spread. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GpuEmbeddingTest {
    private static final double LEAST_COSINE = 0.99999;
    private static final List<String> TEXTS = List.of("How do I cook rice?", "Rain.");

    private List<float[]> expected;

    @BeforeAll
    void embedOnCpu() {
        expected = embed("cpu", Map.of(), Placement.priority());
    }

    private static Placement everyOtherLayer(String device) {
        return Placement.priority().pin(".*layer\\.[024].*", device);
    }

    private static List<float[]> embed(String list, Map<String, String> options, Placement placement) {
        try (Devices devices = Devices.discover(options)) {
            List<String> ids = devices.list().stream().map(DeviceInfo::id).toList();
            assumeThat(ids)
                    .as("%s", devices.unavailable())
                    .containsAll(Arrays.stream(list.split(",", -1))
                            .filter(id -> id.contains(":"))
                            .toList());
            try (Scheduler scheduler = Scheduler.of(devices.select(list));
                    EmbeddingModel model = EmbeddingModel.miniLm(
                            scheduler, EmbeddingOptions.defaults().withPlacement(placement))) {
                return model.embed(TEXTS);
            }
        }
    }

    private void assertEqualsCpu(List<float[]> vectors) {
        for (int i = 0; i < expected.size(); i++) {
            assertThat(Vectors.cosine(vectors.get(i), expected.get(i))).isGreaterThanOrEqualTo(LEAST_COSINE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"vulkan:0", "opencl:0", "opencl:0,cpu"})
    void allOfItOnOneDevice(String list) {
        assertEqualsCpu(embed(list, Map.of(), Placement.priority()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"vulkan:0", "opencl:0"})
    void theCpuFirstAndEveryOtherLayerPinned(String device) {
        assertEqualsCpu(embed("cpu," + device, Map.of(), everyOtherLayer(device)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"vulkan", "opencl"})
    void twoLogicalDevicesAndTheCpu(String backend) {
        assertEqualsCpu(embed(
                backend + ":0/1," + backend + ":0,cpu",
                Map.of(backend + ".logicalDevices", "2"),
                everyOtherLayer(backend + ":0")));
    }

    @Test
    void bothKindsAndTheCpu() {
        Placement placement = Placement.priority()
                .pin(".*layer\\.[03].*", "opencl:0")
                .pin(".*layer\\.[14].*", "vulkan:0")
                .pin(".*layer\\.[25].*", "cpu:0");
        assertEqualsCpu(embed("opencl:0,vulkan:0,cpu", Map.of(), placement));
    }
}
