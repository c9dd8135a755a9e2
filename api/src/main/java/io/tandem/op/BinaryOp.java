package io.tandem.op;

import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * Element-wise operations on two float operands a and b. b is repeated over a: each of a's dimensions is a multiple of
 * b's. The result has a's type and shape; types may differ.
 */
public sealed interface BinaryOp extends Op {
    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        Rules.count(inputs, 2, 2);
        Rules.requireFloat(inputs.get(0), 0);
        Rules.requireFloat(inputs.get(1), 1);
        Rules.requireRepeats(inputs.get(1), inputs.get(0), "operand 1");
        return Rules.packed(inputs.getFirst());
    }

    @Override
    default boolean mayOverwrite(int index) {
        return true;
    }

    /** a + b. */
    record Add() implements BinaryOp {}

    /** a − b. */
    record Sub() implements BinaryOp {}

    /** a · b. */
    record Mul() implements BinaryOp {}

    /** a / b. */
    record Div() implements BinaryOp {}

    /** aᵇ. */
    record Pow() implements BinaryOp {}

    /** The smaller of a and b; NaN where either is. */
    record Min() implements BinaryOp {}

    /** The larger of a and b; NaN where either is. */
    record Max() implements BinaryOp {}

    /** 1 where a = b, else 0; NaN equals nothing. */
    record Equal() implements BinaryOp {}

    /** 1 where a ≠ b, else 0; NaN differs from everything. Of truth values the exclusive or. */
    record NotEqual() implements BinaryOp {}

    /** 1 where a {@literal <} b, else 0. */
    record Less() implements BinaryOp {}

    /** 1 where a ≤ b, else 0. */
    record LessEqual() implements BinaryOp {}

    /** 1 where a {@literal >} b, else 0. */
    record Greater() implements BinaryOp {}

    /** 1 where a ≥ b, else 0. */
    record GreaterEqual() implements BinaryOp {}
}
