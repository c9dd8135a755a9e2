package io.tandem.scheduler.execution;

import io.tandem.backend.BackendException;
import io.tandem.backend.MemoryInfo;
import io.tandem.graph.State;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import java.util.HashSet;
import java.util.Set;

/** Compares what a plan is about to allocate with what there is, before anything is allocated. */
final class Preflight {
    private final CompiledPlan plan;
    private final Holdings holdings;

    Preflight(CompiledPlan plan, Holdings holdings) {
        this.plan = plan;
        this.holdings = holdings;
    }

    /**
     * Checks every device.
     *
     * @return the bytes of weights that have to be loaded
     * @throws BackendException of kind OUT_OF_MEMORY if a device has less than it takes
     */
    long check() {
        long toLoad = 0;
        for (int i = 0; i < plan.devices().size(); i++) {
            ActiveDevice device = plan.devices().get(i);
            MemoryPlan.DeviceMemory memory = plan.plan().memory().devices().get(i);
            long weights = missingWeights(device, memory);
            long states = missingStates(device);
            long arenas = holdings.memory().growth(device, memory);
            if (weights + states + arenas > 0) {
                device.requireAlive();
                requireFree(device, weights, states, arenas);
            }
            toLoad += weights;
        }
        return toLoad;
    }

    private long missingWeights(ActiveDevice device, MemoryPlan.DeviceMemory memory) {
        long bytes = 0;
        Set<Location> counted = new HashSet<>();
        for (Location location : memory.locations().values()) {
            if (location instanceof Location.OfWeight weight
                    && counted.add(weight)
                    && !holdings.weights().isResident(device, weight.weight(), weight.layout())) {
                long size = weight.layout() == null
                        ? weight.weight().bytes()
                        : weight.layout().bytes();
                requireAllocatable(device, "weight " + weight.weight(), size);
                bytes += size;
            }
        }
        return bytes;
    }

    private long missingStates(ActiveDevice device) {
        long bytes = 0;
        for (State state : plan.plan().graph().states()) {
            if (plan.home(state) == device && holdings.states().isMissing(state)) {
                requireAllocatable(device, "state " + state, state.bytes());
                bytes += state.bytes();
            }
        }
        return bytes;
    }

    private static void requireAllocatable(ActiveDevice device, String what, long bytes) {
        long most = device.info().limits().maxAllocationBytes();
        if (bytes > most) {
            throw new BackendException(
                    BackendException.Kind.OUT_OF_MEMORY,
                    device.id(),
                    "Placing " + what + " failed on " + device.id() + ": it takes " + bytes
                            + " bytes, and the largest buffer is " + most + ". Pin it to another device");
        }
    }

    private void requireFree(ActiveDevice device, long weights, long states, long arenas) {
        MemoryInfo memory = device.memory();
        long free = memory.freeBytes().orElse(memory.totalBytes());
        if (weights + states + arenas > free) {
            throw new BackendException(
                    BackendException.Kind.OUT_OF_MEMORY,
                    device.id(),
                    "Preparing the plan failed on " + device.id() + ": it needs " + (weights + states + arenas)
                            + " bytes more (weights " + weights + ", states " + states + ", arenas " + arenas + " for "
                            + holdings.memory().slotCount() + " pipeline slots), and " + free
                            + " are free. Pin parts to other devices, close other sessions, or use fewer slots");
        }
    }
}
