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

    /** Applies {@link MatrixOp.MulMatId}. */
    default Tensor mulMatId(Tensor matrices, Tensor b, Tensor indices) {
        return apply(new MatrixOp.MulMatId(), matrices, b, indices);
    }

    /** Applies {@link MatrixOp.OutProd}. */
    default Tensor outProd(Tensor a, Tensor b) {
        return apply(new MatrixOp.OutProd(), a, b);
    }

    /** Softmax of each row: {@link AttentionOp.SoftMax}. */
    default Tensor softMax(Tensor x) {
        return apply(new AttentionOp.SoftMax(1, 0), x);
    }

    /** Softmax of each row of scale · x + mask: {@link AttentionOp.SoftMax}. */
    default Tensor softMax(Tensor x, Tensor mask, float scale, float maxBias) {
        return apply(new AttentionOp.SoftMax(scale, maxBias), x, mask);
    }

    /** Softmax of each row of scale · x + mask with a sink for each head: {@link AttentionOp.SoftMax}. */
    default Tensor softMax(Tensor x, Tensor mask, Tensor sinks, float scale, float maxBias) {
        return apply(new AttentionOp.SoftMax(scale, maxBias, true), x, mask, sinks);
    }

    /** Attention to everything: {@link AttentionOp.FlashAttnExt}. */
    default Tensor flashAttnExt(Tensor queries, Tensor keys, Tensor values, float scale) {
        return apply(new AttentionOp.FlashAttnExt(scale, 0, 0, false), queries, keys, values);
    }

    /** Attention to what the mask shows: {@link AttentionOp.FlashAttnExt}. */
    default Tensor flashAttnExt(Tensor queries, Tensor keys, Tensor values, Tensor mask, float scale) {
        return apply(new AttentionOp.FlashAttnExt(scale, 0, 0, false), queries, keys, values, mask);
    }

    /** Applies {@link AttentionOp.DiagMaskZero}. */
    default Tensor diagMaskZero(Tensor x, int past) {
        return apply(new AttentionOp.DiagMaskZero(past), x);
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

    /** Applies {@link RowOp.AddId}. */
    default Tensor addId(Tensor a, Tensor rows, Tensor indices) {
        return apply(new RowOp.AddId(), a, rows, indices);
    }
}
