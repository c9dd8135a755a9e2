package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.PlacementException;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeCall;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StateTest {
    /** Adds x to a state and tells the sum of all so far. */
    private static final class Counter {
        private final State state;
        private final GraphBuilder builder = Graph.builder();
        private final Tensor x = builder.input("x", DType.F32, Shape.of(4));
        private final Tensor old;
        private final Tensor written;
        private final Tensor total;
        private final Graph graph;

        Counter(State state) {
            this.state = state;
            old = builder.state(state);
            written = builder.copyInto(old, builder.add(builder.cont(old), x));
            total = builder.output(builder.name("total", builder.scale(written, 1)));
            graph = builder.build();
        }

        Counter() {
            this(State.of("count", DType.F32, Shape.of(4)));
        }

        Inputs inputs(float value) {
            return Inputs.of(x, new float[] {value, value, value, value});
        }
    }

    private static float[] contents(Session session, State state) {
        float[] values = new float[(int) state.layout().elements()];
        session.snapshot(state, MemorySegment.ofArray(values));
        return values;
    }

    @Test
    void aStateIsZeroAtFirstAndKeepsItsContentsFromRunToRun() {
        Counter counter = new Counter();
        for (int depth : new int[] {1, 4}) {
            try (Machine machine = Machine.ofTwo();
                    Session session = machine.open(depth);
                    Session other = machine.open(depth)) {
                machine.fake(0).executeLatency(Duration.ofMillis(1));
                Plan plan = machine.scheduler()
                        .plan(counter.graph, Placement.priority().pin(counter.total, "b:0"));
                assertThat(contents(session, counter.state)).containsOnly(0);
                List<Run> runs = new ArrayList<>();
                for (int i = 1; i <= depth; i++) {
                    runs.add(session.start(plan, counter.inputs(i)));
                }
                float sum = 0;
                for (int i = 0; i < depth; i++) {
                    sum += i + 1;
                    assertThat(runs.get(i).readFloats(counter.total)).containsOnly(sum);
                }
                assertThat(contents(session, counter.state)).containsOnly(sum);
                assertThat(other.run(plan, counter.inputs(7)).readFloats(counter.total))
                        .containsOnly(7);
            }
        }
    }

    @Test
    void graphsShareAStateAndItsHome() {
        Counter counter = new Counter();
        Counter same = new Counter(counter.state);
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan first =
                    machine.scheduler().plan(counter.graph, Placement.priority().pin(counter.state, "b:0"));
            Plan second = machine.scheduler().plan(same.graph);
            assertThat(second.deviceOf(same.written).id()).isEqualTo("b:0");
            session.run(first, counter.inputs(1));
            assertThat(session.run(second, same.inputs(2)).readFloats(same.total))
                    .containsOnly(3);
            assertThatThrownBy(() -> machine.scheduler()
                            .plan(same.graph, Placement.priority().pin(counter.state, "a:0")))
                    .isInstanceOf(PlacementException.class)
                    .hasMessageContaining("count");
        }
    }

    @Test
    void writesIntoAViewReachTheStateOnItsOwnDevice() {
        State state = State.of("cache", DType.F32, Shape.of(4, 3));
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Tensor row = builder.input("row", DType.I64, Shape.of(1));
        Tensor view = builder.slice(builder.state(state), Shape.of(0, 1, 0, 0), Shape.of(4, 1));
        Tensor copied = builder.copyInto(view, builder.neg(x));
        Tensor set = builder.setRows(copied, builder.relu(x), row);
        Graph graph = builder.build();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler()
                    .plan(graph, Placement.priority().pin(state, "b:0").pin(x, "a:0"));
            assertThat(plan.deviceOf(set).id()).isEqualTo("b:0");
            session.run(plan, Inputs.of(x, new float[] {1, 2, 3, 4}).and(row, new long[] {2}));
            assertThat(contents(session, state)).containsExactly(0, 0, 0, 0, -1, -2, -3, -4, 1, 2, 3, 4);
        }
    }

    @Test
    void aDeviceThatCannotWriteThePinnedStateIsRefusedAndTheNextPlanWorks() {
        Counter counter = new Counter();
        FakeBackend reader = FakeBackend.named("reader")
                .refusing(node -> node.op().writesState() ? Optional.of("states are read-only here") : Optional.empty())
                .create();
        try (Machine machine = Machine.of(reader);
                Session session = machine.open()) {
            assertThatThrownBy(() -> machine.scheduler()
                            .plan(counter.graph, Placement.priority().pin(counter.state, "reader:0")))
                    .isInstanceOf(PlacementException.class)
                    .hasMessageContaining("count")
                    .hasMessageContaining("COPY_INTO")
                    .hasMessageContaining("reader:0")
                    .hasMessageContaining("states are read-only here");
            Plan plan = machine.scheduler().plan(counter.graph);
            assertThat(session.run(plan, counter.inputs(2)).readFloats(counter.total))
                    .containsOnly(2);
        }
    }

    @Test
    void aRunThatFailsWhileWritingLeavesTheStateIndeterminateUntilItIsMended() {
        Counter counter = new Counter();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(counter.graph);
            session.run(plan, counter.inputs(1));
            float[] saved = contents(session, counter.state);
            machine.fake(0).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.INTERNAL);
            assertThatThrownBy(() -> session.run(plan, counter.inputs(1))).isInstanceOf(BackendException.class);
            assertThat(session.status(counter.state)).isEqualTo(StateStatus.INDETERMINATE);
            assertThatThrownBy(() -> session.start(plan, counter.inputs(1)))
                    .isInstanceOfSatisfying(StateException.class, failure -> {
                        assertThat(failure.state()).isSameAs(counter.state);
                        assertThat(failure.status()).isEqualTo(StateStatus.INDETERMINATE);
                    })
                    .hasMessageStartingWith(
                            "State count is INDETERMINATE: run 1 failed while writing it: EXECUTE failed")
                    .hasMessageEndingWith("Reset or restore it");
            assertThatThrownBy(() -> contents(session, counter.state)).isInstanceOf(StateException.class);
            session.restore(counter.state, MemorySegment.ofArray(saved));
            assertThat(session.status(counter.state)).isEqualTo(StateStatus.VALID);
            assertThat(session.run(plan, counter.inputs(1)).readFloats(counter.total))
                    .containsOnly(2);
            session.reset(counter.state);
            assertThat(session.run(plan, counter.inputs(5)).readFloats(counter.total))
                    .containsOnly(5);
        }
    }

    @Test
    void runsThatFollowAFailedWriterFailToo() {
        Counter counter = new Counter();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open(4)) {
            Plan plan = machine.scheduler().plan(counter.graph);
            session.reserve(plan);
            // Long enough for the other two to start while the first one runs, on a busy machine too.
            machine.fake(0).executeLatency(Duration.ofMillis(500));
            machine.fake(0).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.INTERNAL);
            Run first = session.start(plan, counter.inputs(1));
            Run second = session.start(plan, counter.inputs(1));
            Run third = session.start(plan, counter.inputs(1));
            assertThatThrownBy(first::await).isInstanceOf(BackendException.class);
            assertThatThrownBy(second::await)
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("run 0, which this run followed, failed");
            assertThatThrownBy(third::await).isInstanceOf(StateException.class);
            session.reset(counter.state);
            assertThat(session.run(plan, counter.inputs(1)).readFloats(counter.total))
                    .containsOnly(1);
        }
    }

    @Test
    void migrateMovesTheContentsAndOldPlansAreRefused() {
        Counter counter = new Counter();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(counter.graph);
            session.run(plan, counter.inputs(3));
            session.migrate(counter.state, "b:0");
            assertThat(contents(session, counter.state)).containsOnly(3);
            assertThatThrownBy(() -> session.run(plan, counter.inputs(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("State count of this session lives on b:0, but the plan has it on a:0."
                            + " Plan again, or migrate the state");
            Plan moved = machine.scheduler().plan(counter.graph);
            assertThat(session.run(moved, counter.inputs(1)).readFloats(counter.total))
                    .containsOnly(4);
            assertThatThrownBy(() -> session.migrate(counter.state, "c:0"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("This scheduler has no device c:0");
        }
    }

    @Test
    void theStateOfALostDeviceIsLostUntilItIsRestoredElsewhere() {
        Counter counter = new Counter();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(counter.graph);
            session.run(plan, counter.inputs(3));
            float[] saved = contents(session, counter.state);
            machine.fake(0).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.DEVICE_LOST);
            Run failed = session.start(plan, counter.inputs(1));
            assertThatThrownBy(failed::await).isInstanceOf(BackendException.class);
            assertThat(session.status(counter.state)).isEqualTo(StateStatus.LOST);
            assertThatThrownBy(() -> contents(session, counter.state))
                    .isInstanceOf(StateException.class)
                    .hasMessage("State count is LOST: a:0 has been lost. Reset or restore it");
            Plan again = session.replan(plan);
            assertThat(again.deviceOf(counter.written).id()).isEqualTo("b:0");
            assertThatThrownBy(() -> session.run(again, counter.inputs(1))).isInstanceOf(StateException.class);
            assertThatThrownBy(() -> session.recover(failed)).isInstanceOf(StateException.class);
            session.restore(counter.state, MemorySegment.ofArray(saved));
            assertThat(session.run(again, counter.inputs(1)).readFloats(counter.total))
                    .containsOnly(4);
        }
    }

    @Test
    void snapshotsAndRestoresTakeTheExactSizeAndAHome() {
        Counter counter = new Counter();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            MemorySegment contents = MemorySegment.ofArray(new float[] {1, 2, 3, 4});
            assertThatThrownBy(() -> session.snapshot(counter.state, MemorySegment.ofArray(new byte[15])))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("State count f32 [4] has 16 bytes, not 15");
            assertThatThrownBy(() -> session.restore(counter.state, contents))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("State count has no home yet");
            Plan plan = machine.scheduler().plan(counter.graph);
            session.restore(counter.state, contents);
            assertThat(session.run(plan, counter.inputs(1)).readFloats(counter.total))
                    .containsExactly(2, 3, 4, 5);
        }
    }
}
