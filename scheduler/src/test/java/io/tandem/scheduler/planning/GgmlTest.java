package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.Device;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.scheduler.planning.assign.Score;
import io.tandem.scheduler.planning.assign.Spread;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Beside ggml's scheduler, on random graphs: a fifth of them and more with states, views and pins. */
final class GgmlTest {
    private static final int SEEDS = 300;

    private record Comparison(RandomCase random, Placed placed, GgmlScheduler.Result ggml) {}

    private static Comparison compare(int seed) {
        RandomCase random = RandomCase.of(seed, 3 + seed % 60, seed % 3 != 0);
        List<Device> devices = random.machine().devices();
        List<Long> budgets = Collections.nCopies(devices.size(), Long.MAX_VALUE);
        Request request =
                new Request(random.graph(), random.placement(), Map.of(), devices, PlanningOptions.defaults(), budgets);
        Placing placing = new Placing(request);
        Placed placed = placing.place(Spread.none(placing.graph()));
        Map<Tensor, Integer> buffers = new HashMap<>();
        Map<Tensor, Integer> pins = new HashMap<>();
        for (Tensor tensor : random.graph().tensors()) {
            int pin = placed.pins().device(tensor.index());
            if (tensor.state() != null) {
                buffers.put(tensor, placed.assigned().home(tensor.index()));
            } else if (pin != LiveGraph.NONE) {
                (tensor.weight() != null ? buffers : pins).put(tensor, pin);
            }
        }
        List<Node> dropped = placed.graph().dropped();
        GgmlScheduler.Result ggml = GgmlScheduler.schedule(devices, random.graph(), dropped, buffers, pins, Set.of());
        return new Comparison(random, placed, ggml);
    }

    @Test
    void givenItsAssignmentThereAreNoMoreSplitsOrCopies() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Comparison comparison = compare(seed);
            try (Machine machine = comparison.random().machine()) {
                Plan plan = machine.plan(comparison.random().graph(), pinned(comparison));
                assertThat(plan.counts().splits())
                        .as("splits, seed %d", seed)
                        .isLessThanOrEqualTo(comparison.ggml().splits());
                assertThat(plan.counts().copies())
                        .as("copies, seed %d", seed)
                        .isLessThanOrEqualTo(comparison.ggml().copies());
            }
        }
    }

    /** Pins of everything that ggml has assigned, but for weights, which stay where they were. */
    private static Placement pinned(Comparison comparison) {
        Graph graph = comparison.random().graph();
        List<Device> devices = comparison.random().machine().devices();
        List<Placement.Pin> pins = new ArrayList<>();
        for (Tensor tensor : graph.tensors()) {
            int device = comparison.ggml().backend().get(tensor.index());
            boolean wanted = tensor.kind() == Tensor.Kind.INPUT
                    || tensor.kind() == Tensor.Kind.RESULT
                    || comparison.placed().pins().device(tensor.index()) != LiveGraph.NONE;
            if (device >= 0 && wanted && comparison.placed().graph().isNeeded(tensor.index())) {
                pins.add(new Placement.Pin(
                        new Placement.Target.OfTensor(tensor),
                        List.of(devices.get(device).info().id())));
            }
            if (tensor.state() != null) {
                pins.add(new Placement.Pin(
                        new Placement.Target.OfTensor(tensor),
                        List.of(devices.get(comparison.placed().assigned().home(tensor.index()))
                                .info()
                                .id())));
            }
        }
        return new Placement(pins);
    }

    @Test
    void leftFreeTheObjectiveIsNoWorse() {
        int comparable = 0;
        int better = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Comparison comparison = compare(seed);
            Placed placed = comparison.placed();
            LiveGraph graph = placed.graph();
            int[] theirs = new int[graph.nodeCount()];
            int[] ours = new int[graph.nodeCount()];
            boolean violates = false;
            for (int node = 0; node < theirs.length; node++) {
                theirs[node] = comparison.ggml().backend().get(graph.output(node));
                ours[node] = placed.assigned().node(node);
                int anchor = placed.anchors().device(node);
                violates |= anchor != LiveGraph.NONE && anchor != theirs[node];
            }
            if (!violates) {
                Score score = placed.scorer().score(ours);
                Score other = placed.scorer().score(theirs);
                comparable++;
                better += score.compareTo(other) < 0 ? 1 : 0;
                assertThat(score).as("seed %d", seed).isLessThanOrEqualTo(other);
            }
            comparison.random().machine().close();
        }
        assertThat(comparable).isGreaterThan(SEEDS / 3);
        assertThat(better).isPositive();
    }
}
