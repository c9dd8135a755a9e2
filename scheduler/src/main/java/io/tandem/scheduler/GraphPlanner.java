package io.tandem.scheduler;

import io.tandem.backend.Device;
import io.tandem.graph.Graph;
import io.tandem.graph.State;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import java.util.List;
import java.util.Map;

/** Makes plans. */
@FunctionalInterface
interface GraphPlanner {
    Plan plan(
            List<Device> devices,
            Map<String, Long> memoryBudgets,
            Graph graph,
            Placement placement,
            Map<State, String> homes);
}
