package io.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.inference.reference.Vectors;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The sentence model on Vulkan devices gives the CPU's vectors, however its layers are spread. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VulkanEmbeddingTest {
    private static final double LEAST_COSINE = 0.99999;
    private static final List<String> TEXTS = List.of("How do I cook rice?", "Rain.");

    private static final Placement EVERY_OTHER_LAYER = Placement.priority().pin(".*layer\\.[024].*", "vulkan:0");

    private List<float[]> expected;

    @BeforeAll
    void embedOnCpu() {
        expected = embed("cpu", Map.of(), Placement.priority());
    }

    private static List<float[]> embed(String list, Map<String, String> options, Placement placement) {
        try (Devices devices = Devices.discover(options)) {
            assumeThat(list.contains("vulkan")
                            && devices.list().stream()
                                    .noneMatch(info -> info.id().equals("vulkan:0")))
                    .as("no Vulkan device: %s", devices.unavailable())
                    .isFalse();
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

    @Test
    void allOfItOnOneDevice() {
        assertEqualsCpu(embed("vulkan:0", Map.of(), Placement.priority()));
    }

    @Test
    void theCpuFirstAndEveryOtherLayerPinned() {
        assertEqualsCpu(embed("cpu,vulkan:0", Map.of(), EVERY_OTHER_LAYER));
    }

    @Test
    void twoLogicalDevicesAndTheCpu() {
        assertEqualsCpu(embed("vulkan:0/1,vulkan:0,cpu", Map.of("vulkan.logicalDevices", "2"), EVERY_OTHER_LAYER));
    }
}
