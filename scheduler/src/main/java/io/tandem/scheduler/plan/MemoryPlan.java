package io.tandem.scheduler.plan;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where everything lies, and how much that takes, before anything is allocated.
 *
 * @param devices per device of the plan, in its order
 */
public record MemoryPlan(List<DeviceMemory> devices) {
    /** Copies the list. */
    public MemoryPlan {
        devices = List.copyOf(devices);
    }

    /**
     * One device's memory.
     *
     * @param locations where the storages lie that live or are read here
     * @param scratch where the nodes that run here have their scratch, in the activation arena
     * @param activationChunks the sizes of the activation arena's chunks
     * @param slotChunks the sizes of a slot arena's chunks
     * @param weightBytes the weights, as packed
     * @param stateBytes the states
     * @param stagingBytes host memory for copies to this device
     */
    public record DeviceMemory(
            Map<Tensor, Location> locations,
            Map<Node, Location.InArena> scratch,
            List<Long> activationChunks,
            List<Long> slotChunks,
            long weightBytes,
            long stateBytes,
            long stagingBytes) {
        /** Copies the collections. */
        public DeviceMemory {
            locations = Map.copyOf(locations);
            scratch = Map.copyOf(scratch);
            activationChunks = List.copyOf(activationChunks);
            slotChunks = List.copyOf(slotChunks);
        }

        /** Where a storage lies on this device, if it does. */
        public Optional<Location> location(Tensor storage) {
            return Optional.ofNullable(locations.get(storage));
        }

        /** The bytes of results and scratch. */
        public long activationBytes() {
            return activationChunks.stream().mapToLong(Long::longValue).sum();
        }

        /** The bytes of inputs, outputs and copies, for each slot of the pipeline. */
        public long slotBytes() {
            return slotChunks.stream().mapToLong(Long::longValue).sum();
        }

        /** All bytes on the device, with one slot. */
        public long totalBytes() {
            return weightBytes + stateBytes + activationBytes() + slotBytes();
        }
    }
}
