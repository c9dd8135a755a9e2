package io.tandem.scheduler.plan;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.State;
import io.tandem.graph.Weight;
import org.jspecify.annotations.Nullable;

/** Where the bytes of a storage lie on one device. */
public sealed interface Location {
    /**
     * In an arena.
     *
     * @param arena which one
     * @param chunk the index of the chunk in {@link MemoryPlan.DeviceMemory}
     * @param offset where the range starts in the chunk
     * @param storageOffset where the range starts in the storage: 0, but for copies of a part
     * @param bytes the length of the range
     */
    record InArena(Arena arena, int chunk, long offset, long storageOffset, long bytes) implements Location {}

    /** A weight's own buffer, plain or in a layout of the device's own. */
    record OfWeight(Weight weight, @Nullable WeightLayout layout) implements Location {}

    /** A state's own buffer, shared by all versions. */
    record OfState(State state) implements Location {}

    /** The arenas of a device. */
    enum Arena {
        /** Results and scratch: once per device, whatever the pipeline depth. */
        ACTIVATIONS,
        /** Inputs, outputs and copies: once per slot of the pipeline. */
        SLOT
    }
}
