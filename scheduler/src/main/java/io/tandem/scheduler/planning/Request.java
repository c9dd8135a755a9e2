package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.graph.Graph;
import io.tandem.graph.State;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.PlanningOptions;
import java.util.List;
import java.util.Map;

/**
 * What is to be planned.
 *
 * @param graph the graph
 * @param placement the pins
 * @param stateHomes the device ids of states that live somewhere
 * @param devices in priority order
 * @param options how to decide
 * @param budgets the bytes that may be used, by device
 */
record Request(
        Graph graph,
        Placement placement,
        Map<State, String> stateHomes,
        List<Device> devices,
        PlanningOptions options,
        List<Long> budgets) {
    /** A device without a share takes no part. */
    boolean isAbsent(int device) {
        return !options.shares().isEmpty() && !(share(device) > 0);
    }

    double share(int device) {
        return options.shares().getOrDefault(id(device), 0.0);
    }

    String id(int device) {
        return devices.get(device).info().id();
    }
}
