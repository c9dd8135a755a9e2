package io.tandem.scheduler.planning;

import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import org.junit.jupiter.api.Test;

/** Random graphs on random devices: the plans are right whatever the speed of the lanes. */
final class RandomPlansTest {
    @Test
    void plansOfRandomGraphsAreRight() {
        for (int seed = 0; seed < 400; seed++) {
            verify(seed, PlanningOptions.defaults());
        }
    }

    private static void verify(int seed, PlanningOptions options) {
        RandomCase random = RandomCase.of(seed, 3 + seed % 50, seed % 3 != 0);
        try (Machine machine = random.machine()) {
            Plan plan = machine.with(options).plan(random.graph(), random.placement());
            PlanCheck.verify(plan, machine.devices());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e, e);
        }
    }

    @Test
    void soAreThoseWithShortSegmentsAndNarrowWindows() {
        for (int seed = 1000; seed < 1100; seed++) {
            verify(seed, PlanningOptions.defaults().withMaxSegmentNodes(3).withReorderWindow(1 + seed % 7));
        }
    }
}
