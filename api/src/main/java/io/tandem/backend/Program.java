package io.tandem.backend;

import io.tandem.graph.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes to run one after the other, with all their tensors bound to memory of one device (or of one that it can use).
 *
 * @param name for traces and messages
 * @param steps the nodes, in an order that respects their data; slices of different tensors may overlap where one is dead
 *     before the other is written, so a later step must see the memory as the earlier ones left it
 */
public record Program(String name, List<Step> steps) {
    /** Copies the steps. */
    public Program {
        steps = List.copyOf(steps);
    }

    /**
     * A node with its memory.
     *
     * @param node what to run, never a view
     * @param inputs its operands in order
     * @param output where the result goes; it may be the very memory of an operand that the operation may overwrite. For a
     *     node that writes a state, the whole state: the node writes through operand 0, which lies in it.
     * @param scratch the memory that {@link Support.Yes#scratchBytes} asked for, or null where that was 0
     */
    public record Step(
            Node node,
            List<Operand> inputs,
            Operand output,
            @Nullable BufferSlice scratch) {
        /** Copies the operands. */
        public Step {
            inputs = List.copyOf(inputs);
        }
    }
}
