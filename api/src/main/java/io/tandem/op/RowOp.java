package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * Operations that pick rows by index. Indices are data: one that is out of range fails the run with
 * {@code BackendException.Kind.INVALID_INDEX}.
 */
public sealed interface RowOp extends Op {
    /**
     * Rows of a [n, m, i1, i2] by indices [r, i1, i2] (i32 or i64): f32 [n, r, i1, i2] (i32 where a is i32), decoded where
     * a is of another type. Index (j, i1, i2) picks a row of matrix (i1, i2) of a.
     */
    record GetRows() implements RowOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 2);
            TensorLayout a = inputs.get(0);
            Shape ids = inputs.get(1).shape();
            Rules.requireIndex(inputs.get(1), 1);
            Rules.requireEqual(a.shape().d2(), ids.d1(), "dimension 2 of operand 0 and dimension 1 of the indices");
            Rules.requireEqual(a.shape().d3(), ids.d2(), "dimension 3 of operand 0 and dimension 2 of the indices");
            Rules.require(ids.d3() == 1, "indices have at most three dimensions, not " + ids);
            DType type = a.type() == DType.I32 ? DType.I32 : DType.F32;
            return TensorLayout.of(type, Shape.of(a.shape().d0(), ids.d0(), ids.d1(), ids.d2()));
        }
    }

    /**
     * Writes the rows of operand 1, f32 [n, r, b2, b3], into operand 0, a view [n, m, b2, b3] of a state, at the indices
     * of operand 2 (i32 or i64) [r, i1, i2], whose dimensions 1 and 2 repeat to b2 and b3. Rows are encoded to the
     * state's type. The order of writes to one row is not defined.
     */
    record SetRows() implements RowOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 3, 3);
            Shape target = inputs.get(0).shape();
            Shape rows = inputs.get(1).shape();
            Shape ids = inputs.get(2).shape();
            Rules.requireType(inputs.get(1), 1, DType.F32);
            Rules.requireIndex(inputs.get(2), 2);
            Rules.requireEqual(target.d0(), rows.d0(), "row lengths");
            Rules.requireEqual(target.d2(), rows.d2(), "dimensions 2");
            Rules.requireEqual(target.d3(), rows.d3(), "dimensions 3");
            Rules.requireEqual(rows.d1(), ids.d0(), "numbers of rows and indices");
            Rules.require(
                    Shape.of(ids.d1(), ids.d2()).repeatsTo(Shape.of(rows.d2(), rows.d3())) && ids.d3() == 1,
                    "indices of shape " + ids + " do not repeat to the rows of " + rows);
            return inputs.getFirst();
        }

        @Override
        public boolean writesState() {
            return true;
        }
    }

    /**
     * a [n, u, t] plus the rows of b [n, m] that the indices [u, t] (i32 or i64) pick: c[·, j, i] = a[·, j, i] +
     * b[·, ids[j, i]]. Floats; the result has a's type and shape. The bias of a layer whose matrices
     * {@link MatrixOp.MulMatId} chooses.
     */
    record AddId() implements RowOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 3, 3);
            TensorLayout a = inputs.get(0);
            TensorLayout b = inputs.get(1);
            TensorLayout ids = inputs.get(2);
            Rules.requireFloat(a, 0);
            Rules.requireFloat(b, 1);
            Rules.requireIndex(ids, 2);
            Rules.requireRank(a, 0, 3);
            Rules.requireRank(b, 1, 2);
            Rules.requireEqual(a.shape().d0(), b.shape().d0(), "row lengths");
            Rules.require(
                    Shape.of(a.shape().d1(), a.shape().d2()).equals(ids.shape()),
                    "indices of shape " + ids.shape() + " do not fit the rows of " + a.shape());
            return Rules.packed(a);
        }

        @Override
        public boolean mayOverwrite(int index) {
            return index == 0;
        }
    }
}
