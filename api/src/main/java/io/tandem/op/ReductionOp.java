package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations that reduce rows (dimension 0) or the whole tensor to fewer elements. One float operand. */
public sealed interface ReductionOp extends Op {
    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        TensorLayout input = Rules.singleFloat(inputs);
        return TensorLayout.of(input.type(), input.shape().with(0, 1));
    }

    @Override
    default long flops(List<TensorLayout> inputs, TensorLayout output) {
        return inputs.getFirst().elements();
    }

    /** The sum of all elements, of shape [1]. */
    record Sum() implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return TensorLayout.of(Rules.singleFloat(inputs).type(), Shape.of(1));
        }
    }

    /** The sum of each row: dimension 0 becomes 1. */
    record SumRows() implements ReductionOp {}

    /** The mean of each row: dimension 0 becomes 1; NaN for empty rows. */
    record Mean() implements ReductionOp {}

    /** The largest element of each row: dimension 0 becomes 1; −∞ for empty rows. */
    record MaxRows() implements ReductionOp {}

    /** The index of the first largest element of each row of a matrix [n, m], as i32 [m]. */
    record Argmax() implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Shape shape = Rules.singleFloat(inputs).shape();
            Rules.require(shape.rank() <= 2, "operand must be a matrix, not " + shape);
            Rules.require(shape.d0() > 0, "rows must not be empty");
            return TensorLayout.of(DType.I32, Shape.of(shape.d1()));
        }
    }
}
