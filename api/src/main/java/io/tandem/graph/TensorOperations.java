package io.tandem.graph;

import io.tandem.op.AttentionOp;
import io.tandem.op.MatrixOp;
import io.tandem.op.Op;
import io.tandem.op.RowOp;

/** Builder methods of products, attention and row look-up. */
public sealed interface TensorOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** Applies {@link MatrixOp.MulMat}. */
    default Tensor mulMat(Tensor a, Tensor b) {
        return apply(new MatrixOp.MulMat(), a, b);
    }

    /** Softmax of each row: {@link AttentionOp.SoftMax}. */
    default Tensor softMax(Tensor x) {
        return apply(new AttentionOp.SoftMax(1, 0), x);
    }

    /** Softmax of each row of scale · x + mask: {@link AttentionOp.SoftMax}. */
    default Tensor softMax(Tensor x, Tensor mask, float scale, float maxBias) {
        return apply(new AttentionOp.SoftMax(scale, maxBias), x, mask);
    }

    /** Applies {@link AttentionOp.DiagMaskInf}. */
    default Tensor diagMaskInf(Tensor x, int past) {
        return apply(new AttentionOp.DiagMaskInf(past), x);
    }

    /** Rotary embedding without stretching: {@link AttentionOp.Rope}. */
    default Tensor rope(Tensor x, Tensor positions, int dimensions, AttentionOp.RopeMode mode, float base) {
        return apply(new AttentionOp.Rope(dimensions, mode, base, 1, AttentionOp.Yarn.NONE), x, positions);
    }

    /** Applies {@link RowOp.GetRows}. */
    default Tensor getRows(Tensor rows, Tensor indices) {
        return apply(new RowOp.GetRows(), rows, indices);
    }

    /** Returns the next version of the whole state: {@link RowOp.SetRows}. */
    default Tensor setRows(Tensor stateView, Tensor rows, Tensor indices) {
        return apply(new RowOp.SetRows(), stateView, rows, indices);
    }
}
