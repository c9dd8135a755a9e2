package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BufferUsage;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeCounters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class SessionTest {
    /** Twice x, halves, negated; the middle step can be pinned elsewhere. */
    private static final class Chain {
        private final GraphBuilder builder = Graph.builder();
        private final Tensor x = builder.input("x", DType.F32, Shape.of(4, 2));
        private final Tensor twice = builder.name("twice", builder.scale(x, 2));
        private final Tensor half = builder.name("half", builder.scale(twice, 0.25f));
        private final Tensor result = builder.output(builder.neg(half));
        private final Graph graph = builder.build();
        private final float[] values = {1, 2, 3, 4, 5, 6, 7, 8};
        private final float[] expected = {-0.5f, -1, -1.5f, -2, -2.5f, -3, -3.5f, -4};
    }

    @Test
    void runsOnOneDeviceAndOnThree() {
        Chain chain = new Chain();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Inputs inputs = Inputs.of(chain.x, chain.values);
            Plan one = machine.scheduler().plan(chain.graph);
            session.run(one, inputs);
            assertThat(session.readFloats(chain.result)).containsExactly(chain.expected);
            Plan three = machine.scheduler()
                    .plan(
                            chain.graph,
                            Placement.priority()
                                    .pin(chain.twice, "b:0")
                                    .pin(chain.half, Machine.CPU)
                                    .pin(chain.result, "a:0"));
            assertThat(three.copies()).hasSize(2);
            assertThat(session.run(three, inputs).readFloats(chain.result)).containsExactly(chain.expected);
        }
    }

    @Test
    void operationsWithoutOperandsRunWherePinnedOrWherePriorityPutsThem() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Tensor count = builder.name("count", builder.arange(0, 4, 1));
        Tensor result = builder.output(builder.add(x, count));
        Graph graph = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            for (String device : machine.ids()) {
                Plan plan = machine.scheduler()
                        .plan(graph, Placement.priority().pin(count, device).pin(result, "a:0"));
                session.run(plan, Inputs.of(x, new float[] {1, 1, 1, 1}));
                assertThat(session.readFloats(result)).as(device).containsExactly(1, 2, 3, 4);
            }
            session.run(machine.scheduler().plan(graph), Inputs.of(x, new float[] {0, 0, 0, 0}));
            assertThat(session.readFloats(result)).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void everyWayToCopyGivesTheSameBytes() {
        Chain chain = new Chain();
        FakeBackend peers = FakeBackend.named("p").devices(2).peers(true).create();
        FakeBackend visible =
                FakeBackend.named("v").devices(2).hostVisible(true).create();
        try (Machine machine = Machine.of(peers, visible, FakeBackend.of("f"));
                Session session = machine.open(2)) {
            for (String from : machine.ids()) {
                for (String to : machine.ids()) {
                    Placement placement = Placement.priority()
                            .pin(chain.x, from)
                            .pin(chain.twice, from)
                            .pin(chain.half, to)
                            .pin(chain.result, from);
                    Plan plan = machine.scheduler().plan(chain.graph, placement);
                    Run run = session.start(plan, Inputs.of(chain.x, chain.values));
                    assertThat(run.readFloats(chain.result))
                            .as("%s to %s", from, to)
                            .containsExactly(chain.expected);
                }
            }
        }
    }

    @Test
    void copiesLargerThanTheStagingGoInPieces() {
        int elements = 3 << 20;
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(elements));
        Tensor a = builder.neg(x);
        Tensor b = builder.output(builder.neg(a));
        Graph graph = builder.build();
        float[] values = new float[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = i;
        }
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler()
                    .plan(graph, Placement.priority().pin(a, "a:0").pin(b, "b:0"));
            session.run(plan, Inputs.of(x, values));
            assertThat(session.readFloats(b)).isEqualTo(values);
        }
    }

    @Test
    void readsViewsAndOtherTypes() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(3, 2));
        Tensor half = builder.output(builder.cpy(x, DType.F16));
        Tensor largest = builder.output(builder.argmax(x));
        Tensor transposed = builder.output(builder.transpose(builder.neg(x)));
        Graph graph = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open();
                Arena arena = Arena.ofConfined()) {
            Run run = session.run(machine.scheduler().plan(graph), Inputs.of(x, new float[] {1, 5, 3, 9, 7, 8}));
            assertThat(run.readFloats(half)).containsExactly(1, 5, 3, 9, 7, 8);
            assertThat(run.readInts(largest)).containsExactly(1, 0);
            assertThat(run.readFloats(transposed)).containsExactly(-1, -9, -5, -7, -3, -8);
            MemorySegment bytes = arena.allocate(12);
            run.read(half, bytes);
            assertThat(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2)).isEqualTo(Float.floatToFloat16(5));
            assertThatThrownBy(() -> run.readInts(half)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> run.read(half, arena.allocate(13)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has 12 bytes, not 13");
            assertThatThrownBy(() -> run.readFloats(x))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not an output");
        }
    }

    @Test
    void wrongInputsAreRefusedAtOnceAndChangeNothing() {
        Chain chain = new Chain();
        Chain other = new Chain();
        assertThatThrownBy(() -> Inputs.of(chain.x, new float[7]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Input x f32 [4, 2] takes 8 elements, not 7");
        assertThatThrownBy(() -> Inputs.of(chain.x, new int[8]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Input x f32 [4, 2] does not take values of type I32");
        assertThatThrownBy(() -> Inputs.of(chain.x, MemorySegment.ofArray(new byte[31])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Input x f32 [4, 2] takes 32 bytes, not 31");
        assertThatThrownBy(() -> Inputs.of(chain.half, new float[8])).isInstanceOf(IllegalArgumentException.class);
        Inputs inputs = Inputs.of(chain.x, chain.values);
        assertThatThrownBy(() -> inputs.and(chain.x, chain.values))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Input x f32 [4, 2] has its contents already");
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(chain.graph);
            session.run(plan, inputs);
            FakeCounters before = machine.fake(0).counters();
            assertThatThrownBy(() -> session.run(plan, Inputs.none()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Missing inputs: x f32 [4, 2]");
            assertThatThrownBy(() -> session.start(plan, inputs.and(other.x, other.values)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Input x f32 [4, 2] is not of this plan's graph");
            assertThat(machine.fake(0).counters()).isEqualTo(before);
            assertThat(session.readFloats(chain.result)).containsExactly(chain.expected);
        }
    }

    @Test
    void inputsMayBeChangedAsSoonAsTheRunHasStarted() {
        Chain chain = new Chain();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            machine.fake(0).executeLatency(java.time.Duration.ofMillis(20));
            machine.fake(0).transferLatency(java.time.Duration.ofMillis(20));
            float[] values = chain.values.clone();
            Run run = session.start(machine.scheduler().plan(chain.graph), Inputs.of(chain.x, values));
            java.util.Arrays.fill(values, Float.NaN);
            assertThat(run.readFloats(chain.result)).containsExactly(chain.expected);
        }
    }

    @Test
    void resultsStayUntilTheSlotIsUsedAgain() {
        Chain chain = new Chain();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open(2)) {
            Plan plan = machine.scheduler().plan(chain.graph);
            Run first = session.start(plan, Inputs.of(chain.x, chain.values));
            Run second = session.start(plan, Inputs.of(chain.x, new float[8]));
            assertThat(first.readFloats(chain.result)).containsExactly(chain.expected);
            assertThat(second.readFloats(chain.result)).containsOnly(-0f);
            Run third = session.start(plan, Inputs.of(chain.x, chain.values));
            assertThatThrownBy(() -> first.readFloats(chain.result))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("The results of run 0 have been overwritten by a later run");
            assertThat(second.readFloats(chain.result)).containsOnly(-0f);
            assertThat(third.readFloats(chain.result)).containsExactly(chain.expected);
            assertThat(session.readFloats(chain.result)).containsExactly(chain.expected);
        }
    }

    @Test
    void arenasGrowAndResultsSurviveAReserve() {
        Chain chain = new Chain();
        GraphBuilder builder = Graph.builder();
        Tensor large = builder.input("large", DType.F32, Shape.of(1 << 16));
        Tensor result = builder.output(builder.neg(large));
        Graph larger = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan small = machine.scheduler().plan(chain.graph);
            Run run = session.run(small, Inputs.of(chain.x, chain.values));
            long before = machine.scheduler().usage(0).sessionBytes();
            Plan plan = machine.scheduler().plan(larger);
            session.reserve(plan);
            assertThat(machine.scheduler().usage(0).sessionBytes()).isGreaterThan(before + (1 << 18));
            assertThat(run.readFloats(chain.result)).containsExactly(chain.expected);
            long allocations = machine.fake(0).counters().allocations();
            session.run(plan, Inputs.of(large, new float[1 << 16]));
            assertThat(session.readFloats(result)).hasSize(1 << 16).containsOnly(-0f);
            assertThat(session.run(small, Inputs.of(chain.x, chain.values)).readFloats(chain.result))
                    .containsExactly(chain.expected);
            assertThat(machine.fake(0).counters().allocations()).isEqualTo(allocations);
            session.reset();
            assertThat(machine.scheduler().usage(0).usedBytes()).isZero();
            assertThat(machine.fake(0).counters().liveBytes()).isZero();
            assertThat(session.run(small, Inputs.of(chain.x, chain.values)).readFloats(chain.result))
                    .containsExactly(chain.expected);
        }
    }

    @Test
    void plansThatDifferInOneDimensionNeverMixTheirResults() {
        try (Machine machine = Machine.ofTwo();
                Session session =
                        machine.scheduler().open(SessionOptions.defaults().withCachedPlans(2))) {
            Weight weight = Weight.ofFloats("w", Shape.of(2, 2), 1, 2, 3, 4);
            for (int round = 0; round < 3; round++) {
                for (int rows = 1; rows <= 4; rows++) {
                    GraphBuilder builder = Graph.builder();
                    Tensor x = builder.input("x", DType.F32, Shape.of(2, rows));
                    Tensor product = builder.output(builder.mulMat(builder.weight(weight), x));
                    Plan plan = machine.scheduler().plan(builder.build());
                    float[] values = new float[2 * rows];
                    values[2 * rows - 1] = rows;
                    float[] read = session.run(plan, Inputs.of(x, values)).readFloats(product);
                    assertThat(read).hasSize(2 * rows);
                    assertThat(read[2 * rows - 2]).isEqualTo(2 * rows);
                    assertThat(read[2 * rows - 1]).isEqualTo(4 * rows);
                }
            }
            assertThat(machine.fake(0).counters().liveExecutables()).isEqualTo(2);
            assertThat(machine.fake(0).counters().uploads(BufferUsage.WEIGHTS)).isEqualTo(1);
        }
    }

    @Test
    void aGraphWithoutNodesOrWithALeafAsOutputRuns() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.output("same", builder.input("x", DType.F32, Shape.of(2)));
        Tensor weight = builder.output("constant", builder.weight(Weight.ofFloats("w", Shape.of(3), 1, 2, 3)));
        Graph graph = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Run run = session.run(machine.scheduler().plan(graph), Inputs.of(x, new float[] {4, 5}));
            assertThat(run.readFloats(x)).containsExactly(4, 5);
            assertThat(run.readFloats(weight)).containsExactly(1, 2, 3);
            Graph empty = Graph.builder().build();
            assertThat(session.run(machine.scheduler().plan(empty), Inputs.none())
                            .isDone())
                    .isTrue();
        }
    }
}
