package io.tandem.graph;

import io.tandem.op.Op;
import java.util.List;

/**
 * An operation applied to tensors. The node of an operation with {@link Op#writesState()} writes through operand 0, and
 * its output is the state's next version as a whole.
 */
public record Node(Op op, List<Tensor> inputs, Tensor output) {
    /** Copies the operands. */
    public Node {
        inputs = List.copyOf(inputs);
    }

    /** The name of the output. */
    public String name() {
        return output.name();
    }

    /** Nodes are compared by identity of what they compute. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Node node && node.output == output;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(output);
    }

    /** The operation with its operands: {@code MUL_MAT(w f32 [512, 512], x f32 [512, 8])}. */
    @Override
    public String toString() {
        return describe(op, inputs);
    }

    static String describe(Op op, List<Tensor> inputs) {
        StringBuilder text = new StringBuilder(op.name()).append('(');
        String separator = "";
        for (Tensor input : inputs) {
            text.append(separator).append(input);
            separator = ", ";
        }
        return text.append(')').toString();
    }
}
