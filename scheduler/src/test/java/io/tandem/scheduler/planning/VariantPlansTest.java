package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.PlacementException;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Variants of the plans that must come out, graphs at the edges, and what is refused. */
final class VariantPlansTest {
    private final GraphBuilder graph = Graph.builder();

    private Tensor input(String name, long... dimensions) {
        return graph.input(name, DType.F32, Shape.of(dimensions));
    }

    private Tensor weight(String name, long... dimensions) {
        Shape shape = Shape.of(dimensions);
        return graph.weight(Weight.of(name, DType.F32, shape, new NoBytes(4 * shape.elements())));
    }

    private record NoBytes(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            throw new UnsupportedOperationException("plans do not read weights");
        }
    }

    private static Placement pin(Tensor tensor, String device) {
        return Placement.priority().pin(tensor, Machine.id(device));
    }

    private static void assertPlan(Plan plan, String expected) {
        assertThat(Printed.plan(plan)).isEqualTo(expected);
    }

    @Test
    void aNodePinnedToTheCpuStaysThereBesideADeviceThatSharesItsBuffers() {
        Tensor r = graph.output(graph.name("r", graph.relu(input("x", 64))));

        Machine machine = Machine.of().and("A", fake -> fake.hostVisible(true)).and("CPU");
        assertPlan(machine.plan(graph.build(), pin(r, "CPU")), """
                CPU: r
                upload x to CPU, 256
                1/0
                """);
    }

    @Test
    void aSmallBiasBetweenTwoProductsDragsNothing() {
        Tensor m = graph.name("m1", graph.mulMat(weight("w1", 512, 512), input("x", 512, 512)));
        Tensor bias = weight("bias", 512);
        Tensor sum = graph.name("sum", graph.add(m, bias));
        graph.output(graph.name("m2", graph.mulMat(weight("w2", 512, 512), sum)));

        Placement placement = pin(bias, "A").pin("m[12]", Machine.id("B"));
        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build(), placement), """
                B: m1 sum m2
                upload x to B, 1048576
                replica of bias on B, 2048
                1/0
                """);
    }

    @Test
    void attentionStaysWithTheLayersWhoseWeightsArePinned() {
        Tensor x = input("x", 256, 256);
        for (int i = 0; i < 8; i++) {
            try (var _ = graph.scope("blk." + i)) {
                String layer = "blk." + i;
                Tensor q = graph.name("q", graph.mulMat(weight(layer + ".wq", 256, 256), x));
                Tensor k = graph.name("k", graph.mulMat(weight(layer + ".wk", 256, 256), x));
                Tensor v = graph.name("v", graph.mulMat(weight(layer + ".wv", 256, 256), x));
                Tensor scores = graph.softMax(graph.name("scores", graph.mulMat(k, q)));
                Tensor mixed = graph.name("mixed", graph.mulMat(graph.cont(graph.transpose(v)), scores));
                x = graph.name("x", graph.add(x, graph.mulMat(weight(layer + ".wo", 256, 256), mixed)));
            }
        }
        graph.output(x);

        Placement placement = Placement.priority()
                .pin("blk\\.[0-3]\\.w.*", Machine.id("A"))
                .pin("blk\\.[4-7]\\.w.*", Machine.id("B"));
        Machine machine = Machine.of("A", "B", "CPU");
        Plan plan = PlanCheck.verify(machine.plan(graph.build(), placement), machine.devices());
        assertThat(plan.counts().splits()).isEqualTo(2);
        assertThat(plan.counts().copies()).isEqualTo(1);
        assertThat(plan.explain()).contains("heavy: follows the weights, which are on several devices");
    }

    @Test
    void onlyTheActivationMovesToAViewOfAWeight() {
        Tensor whole = weight("w", 512, 512);
        Tensor m1 = graph.name("m1", graph.mulMat(weight("v", 512, 512), input("x", 512, 64)));
        Tensor half = graph.slice(whole, Shape.of(0, 256, 0, 0), Shape.of(512, 256));
        graph.output(graph.name("m2", graph.mulMat(half, m1)));

        Placement placement = pin(whole, "B").pin(m1, Machine.id("A"));
        assertPlan(Machine.of("A", "B", "CPU").plan(graph.build(), placement), """
                A: m1
                B: m2
                upload x to A, 131072
                copy m1 to B, 131072
                2/1
                """);
    }

    @Test
    void aStatePinnedToADeviceThatCannotWriteItIsRefused() {
        State state = State.of("cache", DType.F32, Shape.of(64, 8));
        Tensor written =
                graph.setRows(graph.state(state), input("row", 64, 1), graph.input("ids", DType.I64, Shape.of(1)));

        Machine machine = Machine.of().andWithout("A", "SET_ROWS").and("CPU");
        Graph built = graph.build();
        Placement placement = Placement.priority().pin(state, Machine.id("A"));
        assertThatThrownBy(() -> machine.plan(built, placement))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("State cache is pinned to A:0")
                .hasMessageContaining(written.name())
                .hasMessageContaining("no kernel for SET_ROWS");
        assertThat(machine.plan(built).deviceOf(written).id()).isEqualTo(Machine.id("CPU"));
    }

    @Test
    void anOperationPinnedToADeviceThatLacksItIsRefused() {
        Tensor soft = graph.output(graph.name("soft", graph.softMax(input("x", 64))));

        Machine machine = Machine.of().andWithout("A", "SOFT_MAX").and("CPU");
        assertThatThrownBy(() -> machine.plan(graph.build(), pin(soft, "A")))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("soft")
                .hasMessageContaining("is pinned to A:0, which does not support it: no kernel for SOFT_MAX");
    }

    @Test
    void aDeviceThatFailsWhenAskedForItsSupportDoesNotSupportTheNode() {
        Tensor soft = graph.output(graph.name("soft", graph.softMax(input("x", 64))));

        Machine machine = Machine.of()
                .and(
                        "A",
                        fake -> fake.refusing(node -> {
                            throw new MatchException("compiled against an older api", null);
                        }))
                .and("CPU");
        Plan plan = machine.plan(graph.build());
        assertThat(plan.deviceOf(soft).id()).isEqualTo(Machine.id("CPU"));
        assertThat(plan.explain()).contains("A:0: supports() failed: java.lang.MatchException: compiled against an");
    }

    @Test
    void whatNobodySupportsIsListedWithEachReason() {
        Tensor x = input("x", 64);
        graph.output(graph.name("soft", graph.softMax(x)));
        graph.output(graph.name("act", graph.relu(x)));

        Machine machine = Machine.of().andWithout("A", "SOFT_MAX", "RELU").andWithout("B", "RELU", "SOFT_MAX");
        assertThatThrownBy(() -> machine.plan(graph.build()))
                .isInstanceOfSatisfying(
                        PlacementException.class,
                        e -> assertThat(e.problems())
                                .hasSize(2)
                                .anyMatch(line -> line.contains("soft") && line.contains("A:0: no kernel for SOFT_MAX"))
                                .anyMatch(line -> line.contains("act") && line.contains("B:0: no kernel for RELU")));
    }

    @Test
    void aStateStaysWhereAnEarlierPlanPutIt() {
        State state = State.of("cache", DType.F32, Shape.of(64, 8));
        Tensor read = graph.output(graph.name("read", graph.neg(graph.state(state))));
        Graph built = graph.build();
        Machine machine = Machine.of("A", "B", "CPU");

        Plan plan = machine.plan(built, Placement.priority(), Map.of(state, Machine.id("B")));
        assertThat(plan.deviceOf(read).id()).isEqualTo(Machine.id("B"));
        assertThatThrownBy(() -> machine.plan(
                        built, Placement.priority().pin(state, Machine.id("A")), Map.of(state, Machine.id("B"))))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("lives on B:0")
                .hasMessageContaining("migrate");
    }

    @Test
    void aPinTakesItsFirstDeviceThatIsThere() {
        Tensor r = graph.output(graph.relu(input("x", 64)));
        Graph built = graph.build();
        Placement placement = Placement.priority().pin(r, "gone:0", Machine.id("B"));

        assertThat(Machine.of("A", "B").plan(built, placement).deviceOf(r).id()).isEqualTo(Machine.id("B"));
        assertThatThrownBy(() -> Machine.of("A").plan(built, placement))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("gone:0 or B:0");
    }

    @Test
    void graphsWithoutNodesWork() {
        Tensor x = graph.output(input("x", 8));
        Tensor w = graph.output(weight("w", 8));
        State state = State.of("s", DType.F32, Shape.of(8));
        Tensor s = graph.output(graph.state(state));
        Tensor view = graph.output("view", graph.reshape(x, 4, 2));

        Machine machine = Machine.of("A", "B");
        Plan plan = PlanCheck.verify(machine.plan(graph.build()), machine.devices());
        assertPlan(plan, """
                upload x to A, 32
                0/0
                """);
        for (Tensor output : new Tensor[] {x, w, s, view}) {
            assertThat(plan.memory().devices().getFirst().location(output.storage()))
                    .isPresent();
        }
        assertPlan(machine.plan(Graph.builder().build()), "0/0\n");
    }

    @Test
    void outputsMayBeViewsAndVersionsOfStates() {
        State state = State.of("s", DType.F32, Shape.of(8, 2));
        Tensor y = graph.name("y", graph.relu(input("x", 8, 2)));
        graph.output("view", graph.reshape(y, 16));
        graph.output("state", graph.copyInto(graph.state(state), y));

        Machine machine = Machine.of("A", "B");
        Plan plan = PlanCheck.verify(machine.plan(graph.build()), machine.devices());
        assertThat(plan.counts().splits()).isEqualTo(1);
    }

    @Test
    void aNodeMayHaveFortyOperandsFromElsewhereOnSeventeenDevices() {
        Placement placement = Placement.priority();
        Machine machine = Machine.of();
        for (int i = 0; i < 17; i++) {
            machine = machine.and("D" + i);
        }
        Tensor sum = null;
        for (int i = 0; i < 40; i++) {
            Tensor part = graph.name("part" + i, graph.relu(input("x" + i, 64)));
            placement = placement.pin(part, Machine.id("D" + (i % 16 + 1)));
            sum = sum == null ? part : graph.name("sum" + i, graph.add(sum, part));
        }
        graph.output(sum);
        placement = placement.pin("sum.*", Machine.id("D0"));

        Plan plan = PlanCheck.verify(machine.plan(graph.build(), placement), machine.devices());
        assertThat(plan.counts().copies()).isEqualTo(40);
        assertThat(plan.counts().splits()).isEqualTo(17);
    }
}
