package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.DeviceInfo;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a plan promises about devices holds when it runs. */
class PlacementTest {
    private final GraphBuilder builder = Graph.builder();

    @Test
    void pinsSurviveReserveReplanningAndDevicesThatShareTheirBuffers() {
        State state = State.of("s", DType.F32, Shape.of(8));
        Tensor x = builder.input("x", DType.F32, Shape.of(8));
        Tensor weight = builder.weight(Weight.ofFloats("w", Shape.of(8, 8), new float[64]));
        Tensor product = builder.name("product", builder.mulMat(weight, x));
        Tensor written = builder.copyInto(builder.state(state), builder.neg(product));
        Tensor result = builder.output(builder.name("result", builder.neg(x)));
        Graph graph = builder.build();
        Map<Tensor, String> pins = Map.of(x, "p:1", weight, "v:0", product, "p:0", written, "v:1", result, Machine.CPU);
        Placement placement = Placement.priority();
        for (Map.Entry<Tensor, String> pin : pins.entrySet()) {
            placement = placement.pin(pin.getKey(), pin.getValue());
        }
        FakeBackend peers = FakeBackend.named("p").devices(2).peers(true).create();
        FakeBackend visible =
                FakeBackend.named("v").devices(2).hostVisible(true).create();
        try (Machine machine = Machine.of(peers, visible);
                Session session = machine.open()) {
            Scheduler scheduler = machine.scheduler();
            Plan plan = scheduler.plan(graph, placement);
            session.reserve(scheduler.plan(graph));
            session.reserve(plan);
            assertKept(plan, pins);
            Run run = session.run(plan, Inputs.of(x, new float[8]));
            assertKept(run.plan(), pins);
            assertKept(scheduler.plan(graph, placement), pins);
            assertKept(session.replan(plan), pins);
        }
    }

    private static void assertKept(Plan plan, Map<Tensor, String> pins) {
        pins.forEach((tensor, device) ->
                assertThat(plan.deviceOf(tensor).id()).as(tensor.name()).isEqualTo(device));
    }

    @Test
    void aDeviceWithoutAShareIsNotTouchedAndTheOthersComputeTheSame() {
        Tensor x = builder.input("x", DType.F32, Shape.of(8, 2));
        Tensor last = x;
        for (int i = 0; i < 4; i++) {
            float[] values = new float[64];
            values[i * 9] = i + 1;
            last = builder.relu(builder.mulMat(builder.weight(Weight.ofFloats("w" + i, Shape.of(8, 8), values)), last));
        }
        builder.output(last);
        Graph graph = builder.build();
        FakeBackend a = FakeBackend.of("a");
        FakeBackend b = FakeBackend.of("b");
        try (Devices devices = Devices.of(a, b);
                Scheduler shared = Scheduler.of(
                        devices.select("a:0,b:0"),
                        PlanningOptions.defaults().withShares(Map.of("a:0", 1.0, "b:0", 0.0)));
                Scheduler alone = Scheduler.of(devices.select("a:0"))) {
            List<float[]> results = List.of(run(shared, graph, x, last), run(alone, graph, x, last));
            assertThat(results.getFirst()).isEqualTo(results.getLast());
            assertThat(b.device(0).counters().allocations()).isZero();
            assertThat(b.device(0).counters().allCommands()).isZero();
        }
    }

    private static float[] run(Scheduler scheduler, Graph graph, Tensor x, Tensor result) {
        float[] ones = new float[(int) x.shape().elements()];
        java.util.Arrays.fill(ones, 1);
        try (Session session = scheduler.open()) {
            return session.run(scheduler.plan(graph), Inputs.of(x, ones)).readFloats(result);
        }
    }

    @Test
    void aDeviceTakesTheMemoryOfItsOwnPartOfTheGraph() {
        Tensor x = builder.input("x", DType.F32, Shape.of(1 << 16));
        Tensor large = builder.neg(builder.relu(builder.neg(x)));
        Tensor small = builder.sum(large);
        Tensor result = builder.output(builder.neg(small));
        Graph graph = builder.build();
        Placement placement =
                Placement.priority().pin(large, "a:0").pin(small, "a:0").pin(result, "b:0");
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(graph, placement);
            session.run(plan, Inputs.of(x, new float[1 << 16]));
            assertThat(machine.scheduler().devices()).extracting(DeviceInfo::id).startsWith("a:0", "b:0");
            assertThat(machine.scheduler().usage(0).sessionBytes()).isGreaterThanOrEqualTo(1 << 18);
            assertThat(machine.scheduler().usage(1).sessionBytes()).isBetween(1L, 4096L);
            assertThat(machine.scheduler().usage(2).sessionBytes()).isZero();
        }
    }
}
