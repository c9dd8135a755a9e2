package io.tandem.op;

import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * Gated linear units: f(a) · g. With two float operands of one type and shape, a and g; with a single operand of an even
 * dimension 0, a is the first half of each row and g the second, the other way round when {@code swapped}.
 *
 * <p>Shazeer 2020, "GLU Variants Improve Transformer".
 */
public sealed interface GluOp extends Op {
    /** With a single operand: whether the second half of a row is a and the first is g. */
    boolean swapped();

    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        Rules.count(inputs, 1, 2);
        TensorLayout a = inputs.getFirst();
        Rules.requireFloat(a, 0);
        if (inputs.size() == 1) {
            Shape shape = a.shape();
            Rules.require(shape.d0() % 2 == 0, "dimension 0 must be even, not " + shape.d0());
            return TensorLayout.of(a.type(), shape.with(0, shape.d0() / 2));
        }
        TensorLayout gate = inputs.get(1);
        Rules.require(a.shape().equals(gate.shape()), "shapes differ: " + a.shape() + " and " + gate.shape());
        Rules.requireType(gate, 1, a.type());
        return Rules.packed(a);
    }

    @Override
    default boolean mayOverwrite(int index) {
        return true;
    }

    /** relu(a) · g. */
    record Reglu(boolean swapped) implements GluOp {}

    /** gelu(a) · g, with the tanh formula of {@link UnaryOp.Gelu}. */
    record Geglu(boolean swapped) implements GluOp {}

    /** gelu(a) · g, with the formula of {@link UnaryOp.GeluErf}. */
    record GegluErf(boolean swapped) implements GluOp {}

    /** gelu(a) · g, with the formula of {@link UnaryOp.GeluQuick}. */
    record GegluQuick(boolean swapped) implements GluOp {}

    /** silu(a) · g. */
    record Swiglu(boolean swapped) implements GluOp {}

    /**
     * x · sigmoid(alpha · x) · (y + 1) with x = min(a, limit) and y = min(max(g, −limit), limit): the gate of OpenAI's
     * gpt-oss models.
     */
    record SwigluOai(boolean swapped, float alpha, float limit) implements GluOp {}
}
