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
            Rules.count(inputs, 2, 2);
            TensorLayout a = inputs.get(0);
            TensorLayout b = inputs.get(1);
            Rules.require(
                    a.type().isFloat() || a.type().isQuantized(),
                    "operand 0 must be a float or quantized type, not " + a.type());
            Rules.requireFloat(b, 1);
            Rules.requireEqual(a.shape().d0(), b.shape().d0(), "the dimensions 0 that are summed over");
            Rules.require(
                    repeats(a.shape().d2(), b.shape().d2())
                            && repeats(a.shape().d3(), b.shape().d3()),
                    "dimensions 2 and 3 of operand 0 do not repeat to those of operand 1");
            return TensorLayout.of(
                    DType.F32,
                    Shape.of(
                            a.shape().d1(),
                            b.shape().d1(),
                            b.shape().d2(),
                            b.shape().d3()));
        }

        private static boolean repeats(long small, long large) {
            return small == 0 ? large == 0 : large % small == 0;
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2 * inputs.getFirst().shape().d0() * output.elements();
        }
    }
}
