package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.PlacementException;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import io.tandem.testkit.fake.FakeCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
    /** A branch on each of two devices, and their sum on the first. */
    private static final class Branches {
        private final GraphBuilder builder = Graph.builder();
        private final Tensor x = builder.input("x", DType.F32, Shape.of(4));
        private final Tensor a = builder.name("a", builder.neg(x));
        private final Tensor b = builder.name("b", builder.scale(x, 3));
        private final Tensor sum = builder.output(builder.add(a, b));
        private final Graph graph = builder.build();
        private final Inputs inputs = Inputs.of(x, new float[] {1, 2, 3, 4});
        private final float[] expected = {2, 4, 6, 8};
        private final Placement placement =
                Placement.priority().pin(a, "a:0").pin(b, "b:0").pin(sum, "a:0");

        private Plan plan(Machine machine) {
            return machine.scheduler().plan(graph, placement);
        }

        private Plan planOn(Machine machine, String device) {
            return machine.scheduler()
                    .plan(graph, Placement.priority().pin(a, device).pin(b, device));
        }
    }

    private static BackendException failure(Runnable action, BackendException.Kind kind) {
        try {
            action.run();
        } catch (BackendException failure) {
            assertThat(failure.kind()).isEqualTo(kind);
            return failure;
        }
        throw new AssertionError("No failure of kind " + kind);
    }

    @ParameterizedTest
    @EnumSource(names = {"UPLOAD", "DOWNLOAD", "EXECUTE"})
    void aFailedCommandEndsItsRunAndTheNextOneWorks(FakeCall call) {
        Branches branches = new Branches();
        int device = call == FakeCall.DOWNLOAD ? 1 : 0;
        for (int depth : new int[] {1, 4}) {
            try (Machine machine = Machine.ofTwo();
                    Session session = machine.open(depth)) {
                Plan plan = branches.plan(machine);
                session.run(plan, branches.inputs);
                machine.fake(device).failAt(call, 1, BackendException.Kind.INTERNAL);
                BackendException failure =
                        failure(() -> session.run(plan, branches.inputs), BackendException.Kind.INTERNAL);
                assertThat(failure.deviceId()).isEqualTo(machine.ids().get(device));
                assertThat(failure).hasMessageContaining("this failure was planned");
                assertThat(session.run(plan, branches.inputs).readFloats(branches.sum))
                        .containsExactly(branches.expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UPLOAD", "DOWNLOAD"})
    void aCopyInPiecesThatFailsInTheMiddleLeavesTheStagingUsable(FakeCall call) {
        int elements = 5 << 20;
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(elements));
        Tensor a = builder.neg(x);
        Tensor b = builder.output(builder.neg(a));
        Graph graph = builder.build();
        float[] values = new float[elements];
        values[elements - 1] = 7;
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler()
                    .plan(graph, Placement.priority().pin(a, "a:0").pin(b, "b:0"));
            session.reserve(plan);
            for (int piece = 1; piece <= 5; piece++) {
                machine.fake(call == FakeCall.DOWNLOAD ? 0 : 1).failAt(call, piece, BackendException.Kind.INTERNAL);
                failure(() -> session.run(plan, Inputs.of(x, values)), BackendException.Kind.INTERNAL);
            }
            float[] result = session.run(plan, Inputs.of(x, values)).readFloats(b);
            assertThat(result[elements - 1]).isEqualTo(7);
        }
    }

    @Test
    void aFailureIsToldToEveryWaiter() {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = branches.plan(machine);
            session.reserve(plan);
            machine.fake(1).executeLatency(Duration.ofMillis(20));
            machine.fake(1).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.INTERNAL);
            Run run = session.start(plan, branches.inputs);
            assertThatThrownBy(() -> run.future().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(BackendException.class);
            failure(run::await, BackendException.Kind.INTERNAL);
            failure(() -> run.readFloats(branches.sum), BackendException.Kind.INTERNAL);
            failure(() -> session.readFloats(branches.sum), BackendException.Kind.INTERNAL);
            assertThat(run.isDone()).isTrue();
        }
    }

    @Test
    void runsThatDoNotDependOnAFailedOneAreUnharmed() throws ExecutionException, InterruptedException {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open(4)) {
            Plan plan = branches.plan(machine);
            session.reserve(plan);
            machine.fake(1).executeLatency(Duration.ofMillis(5));
            machine.fake(1).failAt(FakeCall.EXECUTE, 2, BackendException.Kind.INTERNAL);
            List<Run> runs = java.util.stream.IntStream.range(0, 4)
                    .mapToObj(i -> session.start(plan, branches.inputs))
                    .toList();
            assertThat(runs.get(0).readFloats(branches.sum)).containsExactly(branches.expected);
            failure(runs.get(1)::await, BackendException.Kind.INTERNAL);
            assertThat(runs.get(2).future().get().readFloats(branches.sum)).containsExactly(branches.expected);
            assertThat(runs.get(3).readFloats(branches.sum)).containsExactly(branches.expected);
        }
    }

    @Test
    void aLostDeviceFailsItsRunsAndPlansFastAndTheOthersGoOn() {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan both = branches.plan(machine);
            Plan alone = machine.scheduler()
                    .plan(branches.graph, Placement.priority().pin(branches.a, "a:0"));
            session.run(both, branches.inputs);
            machine.fake(1).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.DEVICE_LOST);
            BackendException loss =
                    failure(() -> session.run(both, branches.inputs), BackendException.Kind.DEVICE_LOST);
            assertThat(loss.deviceId()).isEqualTo("b:0");
            long commands = machine.fake(1).counters().allCommands();
            BackendException fast =
                    failure(() -> session.run(both, branches.inputs), BackendException.Kind.DEVICE_LOST);
            assertThat(fast).hasMessageStartingWith("b:0 has been lost").hasMessageEndingWith("Plan again without it");
            assertThat(machine.fake(1).counters().allCommands()).isEqualTo(commands);
            assertThat(machine.scheduler().lostDevices())
                    .extracting(info -> info.id())
                    .containsExactly("b:0");
            assertThat(session.run(alone, branches.inputs).readFloats(branches.sum))
                    .containsExactly(branches.expected);
            assertThatThrownBy(() -> branches.plan(machine))
                    .isInstanceOf(PlacementException.class)
                    .hasMessageContaining("is pinned to [b:0], which has been lost");
            Placement flexible = Placement.priority().pin(branches.a, "a:0").pin(branches.b, "b:0", "a:0");
            Plan without = machine.scheduler().plan(branches.graph, flexible);
            assertThat(without.deviceOf(branches.b).id()).isEqualTo("a:0");
            assertThat(session.run(without, branches.inputs).readFloats(branches.sum))
                    .containsExactly(branches.expected);
        }
    }

    @Test
    void recoverRunsAgainOnWhatIsLeft() {
        Branches branches = new Branches();
        Placement flexible = Placement.priority().pin(branches.b, "b:0", Machine.CPU);
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(branches.graph, flexible);
            session.reserve(plan);
            machine.fake(1).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.DEVICE_LOST);
            Run failed = session.start(plan, branches.inputs);
            failure(failed::await, BackendException.Kind.DEVICE_LOST);
            Run again = session.recover(failed);
            assertThat(again.readFloats(branches.sum)).containsExactly(branches.expected);
            assertThat(again.plan().deviceOf(branches.b).id()).isEqualTo(Machine.CPU);
            assertThat(again.plan().notes()).last().asString().startsWith("planned again without [b:0");
            Run strict = session.start(branches.planOn(machine, "a:0"), branches.inputs);
            assertThat(strict.readFloats(branches.sum)).containsExactly(branches.expected);
        }
    }

    @Test
    void theLossOfAllDevicesIsATypedError() {
        Branches branches = new Branches();
        FakeBackend only = FakeBackend.of("only");
        try (Devices devices = Devices.of(only);
                Scheduler scheduler = Scheduler.of(devices.select("only:0"));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(branches.graph);
            session.reserve(plan);
            only.device(0).failAt(FakeCall.EXECUTE, 1, BackendException.Kind.DEVICE_LOST);
            failure(() -> session.run(plan, branches.inputs), BackendException.Kind.DEVICE_LOST);
            failure(() -> scheduler.plan(branches.graph), BackendException.Kind.DEVICE_LOST);
            failure(() -> devices.memory("only:0"), BackendException.Kind.DEVICE_LOST);
            only.device(0).repair();
            try (Scheduler fresh = Scheduler.of(devices.select("only:0"));
                    Session next = fresh.open()) {
                assertThat(next.run(fresh.plan(branches.graph), branches.inputs).readFloats(branches.sum))
                        .containsExactly(branches.expected);
            }
        }
        only.assertNothingAlive();
    }

    @Test
    void aDeviceThatCannotBeOpenedIsLeftOutUnlessItWasAskedForById() {
        Branches branches = new Branches();
        FakeBackend broken = FakeBackend.of("broken");
        broken.device(0).lose();
        FakeBackend works = FakeBackend.of("works");
        try (Devices devices = Devices.of(broken, works)) {
            failure(() -> Scheduler.of(devices.select("broken:0,works")), BackendException.Kind.DEVICE_LOST);
            try (Scheduler scheduler = Scheduler.of(devices.select("gpu"));
                    Session session = scheduler.open()) {
                assertThat(scheduler.devices()).extracting(info -> info.id()).containsExactly("works:0");
                assertThat(scheduler.selection().explain())
                        .contains("broken:0 (Fake GPU over reference:0) is left out: Using the device failed");
                assertThat(session.run(scheduler.plan(branches.graph), branches.inputs)
                                .readFloats(branches.sum))
                        .containsExactly(branches.expected);
            }
        }
    }

    @Test
    void aLossThatIsFirstSeenWhilePlanningLeavesTheDeviceOut() {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            machine.fake(0).lose();
            Plan plan = machine.scheduler().plan(branches.graph);
            assertThat(plan.deviceOf(branches.sum).id()).isEqualTo("b:0");
            assertThat(session.run(plan, branches.inputs).readFloats(branches.sum))
                    .containsExactly(branches.expected);
            failure(() -> machine.scheduler().usage(0), BackendException.Kind.DEVICE_LOST);
        }
    }

    @Test
    void aRefusedKernelIsPlannedAroundOnceAndExplained() {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = machine.scheduler().plan(branches.graph);
            assertThat(plan.deviceOf(branches.b).id()).isEqualTo("a:0");
            machine.fake(0).refuseKernels(node -> node.op().name().equals("SCALE"), "error: vec9 is no type");
            Run run = session.run(plan, branches.inputs);
            assertThat(run.readFloats(branches.sum)).containsExactly(branches.expected);
            assertThat(run.plan().deviceOf(branches.b).id()).isNotEqualTo("a:0");
            assertThat(run.plan().notes())
                    .last()
                    .asString()
                    .startsWith("planned again, since a:0 refused: Building the kernel of SCALE");
            long compilations = machine.fake(0).counters().compilations();
            session.run(plan, branches.inputs);
            assertThat(machine.fake(0).counters().compilations()).isEqualTo(compilations);
        }
    }

    @Test
    void aRefusalOfAPinnedNodeIsATypedError() {
        Branches branches = new Branches();
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = branches.plan(machine);
            machine.fake(1).refuseKernels(node -> node.op().name().equals("SCALE"), "error: vec9 is no type");
            assertThatThrownBy(() -> session.run(plan, branches.inputs))
                    .isInstanceOf(PlacementException.class)
                    .hasMessageContaining("vec9");
            Plan other = branches.planOn(machine, "a:0");
            assertThat(session.run(other, branches.inputs).readFloats(branches.sum))
                    .containsExactly(branches.expected);
        }
    }

    @Test
    void failedGrowthLeavesTheOldArenas() {
        Branches branches = new Branches();
        GraphBuilder builder = Graph.builder();
        Tensor y = builder.input("y", DType.F32, Shape.of(1 << 20));
        builder.output(builder.name("large", builder.neg(y)));
        Graph large = builder.build();
        Inputs largeInputs = Inputs.of(y, new float[1 << 20]);
        try (Machine machine = Machine.ofTwo();
                Session session = machine.open()) {
            Plan plan = branches.planOn(machine, "a:0");
            Run run = session.run(plan, branches.inputs);
            Plan larger = machine.scheduler().plan(large);
            machine.fake(0).failAt(FakeCall.ALLOCATE, 1, BackendException.Kind.OUT_OF_MEMORY);
            failure(() -> session.run(larger, largeInputs), BackendException.Kind.OUT_OF_MEMORY);
            assertThat(run.readFloats(branches.sum)).containsExactly(branches.expected);
            assertThat(session.run(plan, branches.inputs).readFloats(branches.sum))
                    .containsExactly(branches.expected);
            assertThat(session.run(larger, largeInputs).isDone()).isTrue();
        }
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsAllocated() {
        GraphBuilder builder = Graph.builder();
        Tensor y = builder.input("y", DType.F32, Shape.of(1 << 18));
        builder.output(builder.neg(y));
        Graph graph = builder.build();
        FakeBackend small = FakeBackend.named("small").memoryBytes(5 << 20).create();
        try (Machine machine = Machine.of(small)) {
            Plan plan = machine.scheduler().plan(graph, Placement.priority().pin(y, "small:0"));
            try (Session session = machine.open(8)) {
                BackendException refusal = failure(() -> session.reserve(plan), BackendException.Kind.OUT_OF_MEMORY);
                assertThat(refusal)
                        .hasMessageContaining("for 8 pipeline slots")
                        .hasMessageContaining((5 << 20) + " are free");
                assertThat(machine.fake(0).counters().allocations()).isZero();
            }
            try (Session session = machine.open(1)) {
                session.reserve(plan);
            }
        }
    }

    @Test
    void cancellingStopsAllLanesAndTheSessionIsUsableAfterwards() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(4));
        Tensor a = x;
        Tensor b = x;
        Placement placement = Placement.priority();
        for (int i = 0; i < 40; i++) {
            a = builder.neg(a);
            b = builder.neg(b);
            placement = placement.pin(a, "a:0").pin(b, "b:0");
        }
        Tensor sum = builder.output(builder.add(a, b));
        Graph graph = builder.build();
        FakeBackend first = FakeBackend.of("a");
        FakeBackend second = FakeBackend.of("b");
        try (Devices devices = Devices.of(first, second);
                Scheduler scheduler = Scheduler.of(
                        devices.select("a:0,b:0"), PlanningOptions.defaults().withMaxSegmentNodes(1));
                Session session = scheduler.open()) {
            Plan plan = scheduler.plan(graph, placement);
            Inputs inputs = Inputs.of(x, new float[] {1, 2, 3, 4});
            session.reserve(plan);
            first.device(0).executeLatency(Duration.ofMillis(10));
            second.device(0).executeLatency(Duration.ofMillis(10));
            Run run = session.start(plan, inputs);
            run.cancel();
            assertThatThrownBy(run::await)
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("Run 0 was cancelled");
            assertThatThrownBy(() -> run.future().get()).isInstanceOf(ExecutionException.class);
            assertThat(first.device(0).executions().size()).isLessThan(30);
            assertThat(second.device(0).executions().size()).isLessThan(30);
            first.device(0).executeLatency(Duration.ZERO);
            second.device(0).executeLatency(Duration.ZERO);
            assertThat(session.run(plan, inputs).readFloats(sum)).containsExactly(2, 4, 6, 8);
            run.cancel();
        }
        first.assertNothingAlive();
        second.assertNothingAlive();
    }
}
