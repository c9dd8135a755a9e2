package io.tandem.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.testkit.fake.FakeBackend;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random graphs give the same bits on any devices as on one, at any pipeline depth. */
class RandomGraphTest {
    private static final int GRAPHS = 300;
    private static final int RUNS = 6;

    @Test
    void anyDevicesGiveTheBitsOfOne() {
        int rich = 0;
        int split = 0;
        for (int seed = 0; seed < GRAPHS; seed++) {
            RandomGraph random = new RandomGraph(seed, 3 + seed % 40, seed % 3 != 0);
            rich += random.isRich() ? 1 : 0;
            try {
                split += verify(seed, random) ? 1 : 0;
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + failure, failure);
            }
        }
        assertThat(rich).isGreaterThanOrEqualTo(GRAPHS / 5);
        assertThat(split).isGreaterThanOrEqualTo(GRAPHS / 2);
    }

    /** Returns whether more than one device took part. */
    private static boolean verify(int seed, RandomGraph random) {
        List<List<float[]>> expected;
        try (Machine one = Machine.of()) {
            expected = results(one, random, Placement.priority(), 1);
        }
        try (Machine machine = machine(new Random(seed))) {
            Placement pins = random.pins(machine.ids());
            for (int depth : new int[] {1, 4}) {
                List<List<float[]>> results = results(machine, random, pins, depth);
                for (int run = 0; run < results.size(); run++) {
                    for (int i = 0; i < results.get(run).size(); i++) {
                        assertThat(results.get(run).get(i))
                                .as("depth %d, run %d, result %d", depth, run, i)
                                .isEqualTo(expected.get(run).get(i));
                    }
                }
            }
            Plan plan = machine.scheduler().plan(random.graph(), pins);
            return plan.splits().stream()
                            .map(split -> split.device())
                            .distinct()
                            .count()
                    > 1;
        }
    }

    /** One to four fake devices of different abilities and speeds, besides the reference. */
    private static Machine machine(Random random) {
        List<FakeBackend> fakes = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            boolean pair = count < 3 && random.nextInt(3) == 0;
            fakes.add(FakeBackend.named("fake" + i)
                    .devices(pair ? 2 : 1)
                    .peers(pair)
                    .hostVisible(random.nextInt(3) == 0)
                    .packsWeights(random.nextBoolean())
                    .executeLatency(Duration.ofNanos(random.nextInt(2) * 150_000L))
                    .transferLatency(Duration.ofNanos(random.nextInt(2) * 100_000L))
                    .create());
        }
        return Machine.of(fakes.toArray(FakeBackend[]::new));
    }

    /** The outputs of each run, and the states at the end. */
    private static List<List<float[]>> results(Machine machine, RandomGraph random, Placement pins, int depth) {
        Plan plan = machine.scheduler().plan(random.graph(), pins);
        List<List<float[]>> results = new ArrayList<>();
        try (Session session = machine.open(depth)) {
            Deque<Run> going = new ArrayDeque<>();
            for (int number = 0; number < RUNS; number++) {
                if (going.size() == depth) {
                    results.add(outputs(going.remove(), random));
                }
                going.add(session.start(plan, random.inputs(number)));
            }
            going.forEach(run -> results.add(outputs(run, random)));
            List<float[]> contents = new ArrayList<>();
            for (State state : random.states()) {
                float[] values = new float[(int) state.layout().elements()];
                session.snapshot(state, MemorySegment.ofArray(values));
                contents.add(values);
            }
            results.add(contents);
        }
        return results;
    }

    private static List<float[]> outputs(Run run, RandomGraph random) {
        List<float[]> values = new ArrayList<>();
        for (Tensor output : random.graph().outputs()) {
            values.add(run.readFloats(output));
        }
        return values;
    }
}
