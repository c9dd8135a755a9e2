package io.tandem.backend;

import io.tandem.graph.Node;
import io.tandem.graph.Weight;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * An open device. Safe for any number of threads, except that {@link #close} must not race with other calls.
 *
 * <p>After {@link #close} every method but {@link #info} and {@link #close} is an {@link IllegalStateException}.
 */
public interface Device extends AutoCloseable {
    /** What was known when the device was found. */
    DeviceInfo info();

    /** The memory as it is now. */
    MemoryInfo memory();

    /**
     * Whether this device can run the node, given its operation and the types, shapes and strides of its tensors. The same
     * answer each time, unless {@link #compile} has refused such a node. Never called with a view node.
     */
    Support supports(Node node);

    /**
     * Allocates memory, filled with zeros.
     *
     * @throws BackendException of kind OUT_OF_MEMORY if there is not enough
     * @throws IllegalArgumentException if {@code bytes} is not positive or above the device's limit
     */
    DeviceBuffer allocate(long bytes, BufferUsage usage);

    /**
     * Prepares a program to be run any number of times, in any of this device's queues, one run at a time.
     *
     * @throws BackendException of kind KERNEL_BUILD or UNSUPPORTED if a node cannot run after all; {@link #supports} then
     *     says no for such nodes
     */
    Executable compile(Program program);

    /** Opens a queue. */
    CommandQueue newQueue();

    /** Frees everything that was opened through this device. The caller has waited for its queues. Idempotent. */
    @Override
    void close();

    /**
     * A layout of the device's own in which it wants {@code weight} stored, given all nodes that will read it here. Empty:
     * as it is. A node of such a weight finds the layout in {@link Operand#weightLayout}.
     */
    default Optional<WeightLayout> layout(Weight weight, List<Node> uses) {
        return Optional.empty();
    }

    /**
     * A buffer over host memory without a copy. The memory must outlive the buffer, and its address and size must be
     * multiples of {@link Limits#wrapAlignmentBytes}. Empty: this device cannot.
     */
    default Optional<DeviceBuffer> wrap(MemorySegment segment, BufferUsage usage) {
        return Optional.empty();
    }

    /** Whether this device's queues accept events and buffers of {@code peer}. */
    default boolean canUse(Device peer) {
        return equals(peer);
    }
}
