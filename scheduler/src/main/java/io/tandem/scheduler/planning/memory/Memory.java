package io.tandem.scheduler.planning.memory;

import io.tandem.scheduler.plan.MemoryPlan;
import io.tandem.scheduler.plan.Transfer;
import java.util.List;
import java.util.Map;

/**
 * What memory planning finds.
 *
 * @param plan where everything lies
 * @param replicas weights that are loaded on a further device
 * @param afterPrevious by step, the steps of the previous run that it waits for
 */
public record Memory(MemoryPlan plan, List<Transfer> replicas, Map<Integer, List<Integer>> afterPrevious) {
    /** Copies the collections. */
    public Memory {
        replicas = List.copyOf(replicas);
        afterPrevious = Map.copyOf(afterPrevious);
    }
}
