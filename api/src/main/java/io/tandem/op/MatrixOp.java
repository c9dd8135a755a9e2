package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Products of matrices. */
public sealed interface MatrixOp extends Op {
    @Override
    default boolean isHeavy() {
        return true;
    }

    /**
     * The product of a [k, m, a2, a3] and b [k, n, b2, b3], summed over dimension 0 of both: c[i, j] = Σ a[·, i] · b[·, j],
     * f32 of shape [m, n, b2, b3]. In NumPy's terms: b @ a.T.
     *
     * <p>a may have any type, blocks included; b is a float. a's matrices are repeated over b's: b2 and b3 are multiples
     * of a2 and a3, and matrix (i2, i3) of b meets matrix (i2 / (b2 / a2), i3 / (b3 / a3)) of a. Sums are kept in f32 or
     * better.
     */
    record MulMat() implements MatrixOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return product(inputs, 0, 1);
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2 * inputs.getFirst().shape().d0() * output.elements();
        }
    }

    /**
     * Products with matrices that are chosen by index, as in a mixture of experts: a [k, m, e] holds e matrices, b is
     * [k, u′, t], the indices [u, t] (i32 or i64), u a multiple of u′: c[i, j, t] = Σ a[·, i, ids[j, t]] · b[·, j mod u′, t],
     * f32 of shape [m, u, t].
     *
     * <p>a may have any type, blocks included; b is a float. An index that is out of range fails the run with
     * {@code BackendException.Kind.INVALID_INDEX}.
     */
    record MulMatId() implements MatrixOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 3, 3);
            TensorLayout a = inputs.get(0);
            TensorLayout b = inputs.get(1);
            TensorLayout ids = inputs.get(2);
            Rules.requireNumbers(a, 0);
            Rules.requireFloat(b, 1);
            Rules.requireIndex(ids, 2);
            Rules.requireRank(a, 0, 3);
            Rules.requireRank(b, 1, 3);
            Rules.requireRank(ids, 2, 2);
            Rules.requireEqual(a.shape().d0(), b.shape().d0(), "the dimensions 0 that are summed over");
            Rules.requireEqual(
                    b.shape().d2(), ids.shape().d1(), "dimension 2 of operand 1 and dimension 1 of the indices");
            Rules.require(
                    Rules.spreads(b.shape().d1(), ids.shape().d0()),
                    "dimension 1 of " + b.shape() + " does not repeat to "
                            + ids.shape().d0() + " indices");
            return TensorLayout.of(
                    DType.F32,
                    Shape.of(a.shape().d1(), ids.shape().d0(), ids.shape().d1()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2 * inputs.getFirst().shape().d0() * output.elements();
        }
    }

    /**
     * Sums of outer products: a [m, k, a2, a3] and b [n, k, b2, b3], summed over dimension 1 of both: c[i, j] =
     * Σ a[i, ·] · b[j, ·], f32 of shape [m, n, b2, b3]. In NumPy's terms: b.T @ a. Types and batches are as in
     * {@link MulMat}.
     */
    record OutProd() implements MatrixOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return product(inputs, 1, 0);
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2 * inputs.getFirst().shape().d1() * output.elements();
        }
    }

    /** The product of matrices, summed over one dimension of both and with the other of each kept. */
    private static TensorLayout product(List<TensorLayout> inputs, int summed, int kept) {
        Rules.count(inputs, 2, 2);
        TensorLayout a = inputs.get(0);
        TensorLayout b = inputs.get(1);
        Rules.requireNumbers(a, 0);
        Rules.requireFloat(b, 1);
        Rules.requireEqual(
                a.shape().dim(summed), b.shape().dim(summed), "the dimensions " + summed + " that are summed over");
        Rules.require(
                Rules.spreads(a.shape().d2(), b.shape().d2())
                        && Rules.spreads(a.shape().d3(), b.shape().d3()),
                "dimensions 2 and 3 of operand 0 do not repeat to those of operand 1");
        Shape rest = b.shape();
        return TensorLayout.of(DType.F32, Shape.of(a.shape().dim(kept), rest.dim(kept), rest.d2(), rest.d3()));
    }
}
