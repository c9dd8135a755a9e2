package io.tandem.scheduler.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.scheduler.plan.PlanningOptions;
import io.tandem.scheduler.planning.assign.Score;
import io.tandem.scheduler.planning.assign.Spread;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** On small random graphs, beside every assignment that there is. */
final class BruteForceTest {
    private static final int CASES = 200;
    private static final int MOST_FREE = 10;
    private static final int MOST_ASSIGNMENTS = 20_000;

    @Test
    void theLeastIsCopiedAndTheObjectiveIsNearlyAlwaysBest() {
        int cases = 0;
        int best = 0;
        int contested = 0;
        for (int seed = 0; cases < CASES; seed++) {
            RandomCase random = RandomCase.of(seed, 4 + seed % 12, seed % 2 == 0);
            Placed placed = place(random);
            List<Integer> free = free(placed);
            int devices = random.machine().devices().size();
            if (!free.isEmpty() && free.size() <= MOST_FREE && Math.pow(devices, free.size()) <= MOST_ASSIGNMENTS) {
                cases++;
                Score ours = placed.scorer().score(devices(placed));
                Score least = least(placed, free, devices);
                contested += least.copyCost() > 0 ? 1 : 0;
                best += ours.compareTo(least) == 0 ? 1 : 0;
                assertThat(ours.copyCost()).as("seed %d", seed).isEqualTo(least.copyCost());
            }
            random.machine().close();
        }
        assertThat(contested).isGreaterThan(CASES / 3);
        assertThat(best).isGreaterThanOrEqualTo(CASES * 98 / 100);
    }

    private static Placed place(RandomCase random) {
        List<Long> budgets = Collections.nCopies(random.machine().devices().size(), Long.MAX_VALUE);
        Request request = new Request(
                random.graph(),
                random.placement(),
                Map.of(),
                random.machine().devices(),
                PlanningOptions.defaults(),
                budgets);
        Placing placing = new Placing(request);
        return placing.place(Spread.none(placing.graph()));
    }

    private static List<Integer> free(Placed placed) {
        List<Integer> free = new ArrayList<>();
        for (int node = 0; node < placed.graph().nodeCount(); node++) {
            if (placed.anchors().device(node) == LiveGraph.NONE) {
                free.add(node);
            }
        }
        return free;
    }

    private static int[] devices(Placed placed) {
        int[] devices = new int[placed.graph().nodeCount()];
        for (int node = 0; node < devices.length; node++) {
            devices[node] = placed.assigned().node(node);
        }
        return devices;
    }

    private static Score least(Placed placed, List<Integer> free, int deviceCount) {
        int[] devices = devices(placed);
        Score least = placed.scorer().score(devices);
        long all = (long) Math.pow(deviceCount, free.size());
        for (long number = 0; number < all; number++) {
            long rest = number;
            boolean possible = true;
            for (int node : free) {
                devices[node] = (int) (rest % deviceCount);
                rest /= deviceCount;
                possible &= placed.support().supports(node, devices[node]);
            }
            if (possible) {
                Score score = placed.scorer().score(devices);
                least = score.compareTo(least) < 0 ? score : least;
            }
        }
        return least;
    }
}
