package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.backend.MemoryInfo;
import io.tandem.graph.Graph;
import io.tandem.graph.State;
import io.tandem.scheduler.plan.Placement;
import io.tandem.scheduler.plan.Plan;
import io.tandem.scheduler.plan.PlanningOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plans graphs for a list of devices. Nothing is allocated, and nothing is kept from one plan to the next. Safe for any
 * number of threads.
 */
public final class Planner {
    private final List<Device> devices;
    private final PlanningOptions options;
    private final List<Long> budgets;

    /**
     * A planner for open devices; memory budgets that the options do not give are what is free now.
     *
     * @param devices in priority order
     * @throws IllegalArgumentException if there is no device, two have one id, or the options name one that is not there
     */
    public Planner(List<Device> devices, PlanningOptions options) {
        this.devices = List.copyOf(devices);
        this.options = options;
        requireKnown();
        List<Long> bytes = new ArrayList<>();
        this.devices.forEach(device -> bytes.add(budget(device)));
        this.budgets = List.copyOf(bytes);
    }

    /**
     * Plans a graph.
     *
     * @param stateHomes the device ids of states that live somewhere since an earlier plan
     * @throws io.tandem.scheduler.plan.PlacementException if a pin cannot be honoured or no device supports a node; it
     *     names all problems
     * @throws io.tandem.backend.BackendException of kind OUT_OF_MEMORY if the devices do not have enough memory
     */
    public Plan plan(Graph graph, Placement placement, Map<State, String> stateHomes) {
        Request request = new Request(graph, placement, Map.copyOf(stateHomes), devices, options, budgets);
        return new PlanAssembly(request, new Fitting(request).draft()).plan();
    }

    private void requireKnown() {
        if (devices.isEmpty()) {
            throw new IllegalArgumentException("There must be a device");
        }
        List<String> ids = devices.stream().map(device -> device.info().id()).toList();
        if (ids.stream().distinct().count() < ids.size()) {
            throw new IllegalArgumentException("Each device must be there once, not " + ids);
        }
        for (String id : options.shares().keySet()) {
            requireKnown(id, ids, "share");
        }
        for (String id : options.memoryBudgets().keySet()) {
            requireKnown(id, ids, "memory budget");
        }
        boolean anyShare = ids.stream().anyMatch(id -> options.shares().getOrDefault(id, 0.0) > 0);
        if (!options.shares().isEmpty() && !anyShare) {
            throw new IllegalArgumentException("No device has a share: " + options.shares());
        }
    }

    private static void requireKnown(String id, List<String> ids, String what) {
        if (!ids.contains(id)) {
            throw new IllegalArgumentException("The " + what + " of " + id + " is for none of the devices " + ids);
        }
    }

    private long budget(Device device) {
        Long given = options.memoryBudgets().get(device.info().id());
        if (given != null) {
            return given;
        }
        MemoryInfo memory = device.memory();
        return memory.freeBytes().orElse(memory.totalBytes());
    }
}
