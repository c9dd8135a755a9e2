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

    /** The sums of the elements of each row up to each element: the operand's type and shape. */
    record Cumsum() implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return Rules.packed(Rules.singleFloat(inputs));
        }

        @Override
        public boolean mayOverwrite(int index) {
            return index == 0;
        }
    }

    /** Which way {@link Argsort} sorts. */
    enum SortOrder {
        /** The smallest element first. */
        ASCENDING,
        /** The largest element first. */
        DESCENDING
    }

    /**
     * The indices that sort each row, i32 of the operand's shape: element i of a row is the index of the i-th element in
     * order. Equal elements, 0 and −0 among them, stay in their order; NaN comes last in either order.
     */
    record Argsort(SortOrder order) implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Shape shape = Rules.singleFloat(inputs).shape();
            Rules.require(shape.d0() <= Integer.MAX_VALUE, "rows of " + shape.d0() + " elements have no i32 index");
            return TensorLayout.of(DType.I32, shape);
        }
    }

    /** The indices of the k largest elements of each row, the largest first: i32 [k, ..]. Ties and NaN as in {@link Argsort}. */
    record TopK(int k) implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Shape shape = Rules.singleFloat(inputs).shape();
            Rules.require(
                    k >= 0 && k <= shape.d0(), "k must be from 0 to the row length " + shape.d0() + ", but is " + k);
            Rules.require(shape.d0() <= Integer.MAX_VALUE, "rows of " + shape.d0() + " elements have no i32 index");
            return TensorLayout.of(DType.I32, shape.with(0, k));
        }
    }

    /** The number of places where two i32 operands of one shape are equal, as i64 [1]. */
    record CountEqual() implements ReductionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 2);
            Rules.requireType(inputs.get(0), 0, DType.I32);
            Rules.requireType(inputs.get(1), 1, DType.I32);
            Shape a = inputs.get(0).shape();
            Shape b = inputs.get(1).shape();
            Rules.require(a.equals(b), "shapes differ: " + a + " and " + b);
            return TensorLayout.of(DType.I64, Shape.of(1));
        }
    }
}
