package io.tandem.testkit.conformance;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.ViewOp;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph with its data and what should come out.
 *
 * @param graph what to run
 * @param contents the bytes of each input and of each state as the run finds it
 * @param result the tensor to compare: contiguous, and its own storage
 * @param overwritten the operand of the result's node that the result is written over, or −1
 * @param bound the largest normalised mean squared error; 0 asks for equal bits
 * @param expected the right bytes, or null where the reference backend tells
 * @param failure how the run must fail, or null where it must succeed
 */
public record Trial(
        Graph graph,
        Map<Tensor, MemorySegment> contents,
        Tensor result,
        int overwritten,
        double bound,
        @Nullable MemorySegment expected,
        BackendException.@Nullable Kind failure) {
    /** Copies the contents. */
    public Trial {
        contents = Map.copyOf(contents);
    }

    /** The nodes that a backend is given: all but views. */
    public List<Node> steps() {
        return graph.nodes().stream()
                .filter(node -> !(node.op() instanceof ViewOp))
                .toList();
    }

    /** The same without overwriting an operand. */
    Trial apart() {
        return new Trial(graph, contents, result, -1, bound, expected, failure);
    }
}
