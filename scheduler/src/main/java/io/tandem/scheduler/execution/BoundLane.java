package io.tandem.scheduler.execution;

import io.tandem.scheduler.plan.Lane;
import java.util.List;

/**
 * What one lane does in each run that uses a certain slot.
 *
 * @param lane the plan's lane
 * @param steps its commands in order
 * @param waits what each of them waits for
 */
record BoundLane(Lane lane, List<Step> steps, List<Waits> waits) {
    BoundLane {
        steps = List.copyOf(steps);
        waits = List.copyOf(waits);
    }
}
