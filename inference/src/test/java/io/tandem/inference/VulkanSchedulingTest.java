package io.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tandem.backend.BackendException;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.cpu.CpuBackendProvider;
import io.tandem.backend.vulkan.LosableVulkan;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plans on a Vulkan device with little memory at once, and on one that is lost. */
class VulkanSchedulingTest {
    private static final int ELEMENTS = 200_000;
    private static final Map<String, String> ONE_MEBIBYTE = Map.of("vulkan.maxAllocationBytes", "1048576");

    private static Devices devices(Devices found) {
        assumeThat(found.list())
                .as("%s", found.unavailable())
                .extracting(DeviceInfo::id)
                .contains("vulkan:0");
        return found;
    }

    private static float[] filled(int count, float value) {
        float[] values = new float[count];
        Arrays.fill(values, value);
        return values;
    }

    @Test
    void tensorsSpreadOverBuffersWhereEachIsSmall() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(ELEMENTS));
        Tensor sum = x;
        for (int i = 1; i <= 5; i++) {
            Weight weight = Weight.ofFloats("w" + i, Shape.of(ELEMENTS), filled(ELEMENTS, i));
            sum = builder.add(sum, builder.weight(weight));
        }
        builder.output(sum);
        Graph graph = builder.build();
        try (Devices devices = devices(Devices.discover(ONE_MEBIBYTE));
                Scheduler scheduler = Scheduler.of(devices.select("vulkan:0,cpu"));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(graph, Placement.priority().pin(sum, "vulkan:0"));
            assertThat(plan.deviceOf(sum).id()).isEqualTo("vulkan:0");
            float[] result =
                    session.run(plan, Inputs.of(x, filled(ELEMENTS, 1))).readFloats(sum);
            assertThat(result[0]).isEqualTo(16);
            assertThat(result[ELEMENTS - 1]).isEqualTo(16);
        }
    }

    @Test
    void aTensorThatIsLargerIsRefusedWithBothNumbersBeforeAnythingRuns() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(300_000));
        Tensor y = builder.output(builder.neg(x));
        Graph graph = builder.build();
        try (Devices devices = devices(Devices.discover(ONE_MEBIBYTE));
                Scheduler scheduler = Scheduler.of(devices.select("vulkan:0,cpu"))) {
            assertThatThrownBy(() -> scheduler.plan(graph, Placement.priority().pin(y, "vulkan:0")))
                    .hasMessageContaining("vulkan:0")
                    .hasMessageContaining("1200000")
                    .hasMessageContaining("1048576");
        }
    }

    @Test
    void aLostDeviceFailsItsRunAndTheOthersGoOnWithoutIt() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Tensor a = builder.neg(x);
        Tensor b = builder.scale(x, 3);
        Tensor sum = builder.output(builder.add(a, b));
        Graph graph = builder.build();
        Inputs inputs = Inputs.of(x, new float[] {1, 2, 3, 4});
        Placement both = Placement.priority().pin(a, "vulkan:0", "cpu:0").pin(b, "cpu:0");
        LosableVulkan vulkan = new LosableVulkan();
        try (Devices devices = devices(Devices.of(List.of(vulkan, new CpuBackendProvider()), Map.of()));
                Scheduler scheduler = Scheduler.of(devices.select("vulkan:0,cpu"));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(graph, both);
            assertThat(session.run(plan, inputs).readFloats(sum)).containsExactly(2, 4, 6, 8);
            vulkan.loseAtNextSubmission();
            Run failed = session.start(plan, inputs);
            assertLost(failed::await);
            assertLost(() -> session.run(plan, inputs));
            Plan without = scheduler.plan(graph, both);
            assertThat(without.deviceOf(a).id()).isEqualTo("cpu:0");
            assertThat(session.run(without, inputs).readFloats(sum)).containsExactly(2, 4, 6, 8);
        }
        try (Devices again = devices(Devices.discover());
                Scheduler scheduler = Scheduler.of(again.select("vulkan:0"));
                Session session = scheduler.open()) {
            assertThat(session.run(scheduler.plan(graph), inputs).readFloats(sum))
                    .containsExactly(2, 4, 6, 8);
        }
    }

    private static void assertLost(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(BackendException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(BackendException.Kind.DEVICE_LOST);
            assertThat(failure.deviceId()).isEqualTo("vulkan:0");
        });
    }
}
