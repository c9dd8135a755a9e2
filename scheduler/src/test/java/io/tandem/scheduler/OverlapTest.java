package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.testkit.fake.FakeBackend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlapTest {
    private static final Duration SPLIT = Duration.ofMillis(50);

    private static Machine slowMachine() {
        return Machine.of(
                FakeBackend.named("a").executeLatency(SPLIT).create(),
                FakeBackend.named("b").executeLatency(SPLIT).create());
    }

    /** The median time of nine runs in milliseconds. */
    private static double median(Session session, Plan plan, Inputs inputs) {
        session.run(plan, inputs);
        double[] millis = new double[9];
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            session.run(plan, inputs);
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[4];
    }

    private static Timeline.Interval interval(Timeline timeline, Tensor tensor) {
        return timeline.intervals().stream()
                .filter(interval -> interval.label().equals(tensor.name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void twoBranchesOnTwoDevicesTakeAsLongAsOne() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(64));
        Tensor a = builder.output(builder.name("branchA", builder.relu(x)));
        Tensor b = builder.output(builder.name("branchB", builder.neg(x)));
        Graph both = builder.build();
        GraphBuilder single = Graph.builder();
        Tensor y = single.input("y", DType.F32, Shape.of(64));
        single.output(single.relu(y));
        Graph one = single.build();
        try (Machine machine = slowMachine();
                Session session = machine.open();
                Session recording =
                        machine.scheduler().open(SessionOptions.defaults().withTimelines())) {
            Plan alone = machine.scheduler().plan(one);
            Plan parallel = machine.scheduler()
                    .plan(both, Placement.priority().pin(a, "a:0").pin(b, "b:0"));
            Inputs inputs = Inputs.of(x, new float[64]);
            double branch = median(session, alone, Inputs.of(y, new float[64]));
            double branches = median(session, parallel, inputs);
            assertThat(branch).isGreaterThanOrEqualTo(50);
            assertThat(branches).as("both, against %.1f ms for one", branch).isLessThanOrEqualTo(1.15 * branch);
            recording.run(parallel, inputs);
            boolean overlapping = false;
            for (int i = 0; i < 5 && !overlapping; i++) {
                Timeline timeline = recording.run(parallel, inputs).timeline();
                overlapping = interval(timeline, a).overlaps(interval(timeline, b));
            }
            assertThat(overlapping).isTrue();
        }
    }

    @Test
    void theResultOfTheSecondBranchDoesNotHoldUpTheFirst() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(64));
        Tensor a = builder.name("branchA", builder.relu(x));
        Tensor b = builder.name("branchB", builder.neg(x));
        Tensor sum = builder.output(builder.name("sum", builder.add(a, b)));
        Graph graph = builder.build();
        try (Machine machine = slowMachine();
                Session session =
                        machine.scheduler().open(SessionOptions.defaults().withTimelines())) {
            Plan plan = machine.scheduler()
                    .plan(
                            graph,
                            Placement.priority().pin(a, "a:0").pin(b, "b:0").pin(sum, "a:0"));
            Inputs inputs = Inputs.of(x, new float[64]);
            session.run(plan, inputs);
            List<Long> nanos = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Timeline timeline = session.run(plan, inputs).timeline();
                assertThat(interval(timeline, sum).startNanos())
                        .isGreaterThanOrEqualTo(interval(timeline, b).endNanos());
                nanos.add(timeline.intervals().getLast().endNanos()
                        - timeline.intervals().getFirst().startNanos());
            }
            // Without overlap it would be three times 50 ms; a busy machine may delay some of the runs.
            assertThat(Collections.min(nanos) / 1e6).isBetween(100.0, 140.0);
        }
    }

    @Test
    void consecutiveRunsOverlapInADeeperPipeline() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(64));
        Tensor first = builder.relu(x);
        Tensor second = builder.output(builder.neg(first));
        Graph graph = builder.build();
        try (Machine machine = slowMachine();
                Session shallow = machine.open(1);
                Session deep = machine.open(2)) {
            Plan plan = machine.scheduler()
                    .plan(graph, Placement.priority().pin(first, "a:0").pin(second, "b:0"));
            double one = eightRuns(shallow, plan, x);
            double two = eightRuns(deep, plan, x);
            assertThat(one).isGreaterThanOrEqualTo(8 * 100);
            assertThat(two).as("two at once, against %.0f ms", one).isLessThan(0.75 * one);
        }
    }

    private static double eightRuns(Session session, Plan plan, Tensor x) {
        session.reserve(plan);
        long start = System.nanoTime();
        for (int i = 0; i < 8; i++) {
            session.start(plan, Inputs.of(x, new float[64]));
        }
        session.synchronize();
        return (System.nanoTime() - start) / 1e6;
    }

    @Test
    void lateWorkIsNotOverwrittenByAnotherDevicesSplit() {
        GraphBuilder builder = Graph.builder();
        Tensor x = builder.input("x", DType.F32, Shape.of(16));
        Tensor late = builder.relu(builder.neg(x));
        Tensor early =
                builder.sqr(builder.abs(builder.state(io.tandem.graph.State.of("nothing", DType.F32, Shape.of(16)))));
        Tensor sum = builder.output(builder.add(late, early));
        Graph graph = builder.build();
        float[] values = new float[16];
        Arrays.fill(values, -2);
        try (Machine machine = slowMachine()) {
            for (int depth : List.of(1, 4)) {
                try (Session session = machine.open(depth)) {
                    machine.fake(1).executeLatency(Duration.ZERO);
                    Plan plan = machine.scheduler()
                            .plan(
                                    graph,
                                    Placement.priority()
                                            .pin(late, "a:0")
                                            .pin(early, "b:0")
                                            .pin(sum, "b:0"));
                    for (int i = 0; i < 3; i++) {
                        session.start(plan, Inputs.of(x, values));
                        assertThat(session.readFloats(sum)).containsOnly(2);
                    }
                }
            }
        }
    }

    @Test
    void aHundredRunsGiveTheSameBits() {
        RandomGraph random = new RandomGraph(7, 30, false);
        for (int depth : List.of(1, 4)) {
            try (Machine machine = Machine.ofTwo();
                    Session session = machine.open(depth)) {
                Plan plan = machine.scheduler().plan(random.graph(), random.pins(List.of("a:0", "b:0")));
                assertThat(plan.counts().copies()).isGreaterThan(1);
                Tensor output = random.graph().outputs().getFirst();
                Inputs inputs = random.inputs(1);
                float[] expected = session.run(plan, inputs).readFloats(output);
                Deque<Run> going = new ArrayDeque<>();
                for (int i = 0; i < 100; i++) {
                    if (going.size() == depth) {
                        assertThat(going.remove().readFloats(output)).isEqualTo(expected);
                    }
                    going.add(session.start(plan, inputs));
                }
                going.forEach(run -> assertThat(run.readFloats(output)).isEqualTo(expected));
            }
        }
    }
}
