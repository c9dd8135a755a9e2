package io.tandem.graph;

import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.ReductionOp;

/** Builder methods of the operations that reduce or normalise rows. */
public sealed interface ReductionOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** Applies {@link ReductionOp.Sum}. */
    default Tensor sum(Tensor x) {
        return apply(new ReductionOp.Sum(), x);
    }

    /** Applies {@link ReductionOp.SumRows}. */
    default Tensor sumRows(Tensor x) {
        return apply(new ReductionOp.SumRows(), x);
    }

    /** Applies {@link ReductionOp.Mean}. */
    default Tensor mean(Tensor x) {
        return apply(new ReductionOp.Mean(), x);
    }

    /** Applies {@link ReductionOp.MaxRows}. */
    default Tensor maxRows(Tensor x) {
        return apply(new ReductionOp.MaxRows(), x);
    }

    /** Applies {@link ReductionOp.Argmax}. */
    default Tensor argmax(Tensor x) {
        return apply(new ReductionOp.Argmax(), x);
    }

    /** Applies {@link ReductionOp.Cumsum}. */
    default Tensor cumsum(Tensor x) {
        return apply(new ReductionOp.Cumsum(), x);
    }

    /** Applies {@link ReductionOp.Argsort}. */
    default Tensor argsort(Tensor x, ReductionOp.SortOrder order) {
        return apply(new ReductionOp.Argsort(order), x);
    }

    /** Applies {@link ReductionOp.TopK}. */
    default Tensor topK(Tensor x, int k) {
        return apply(new ReductionOp.TopK(k), x);
    }

    /** Applies {@link ReductionOp.CountEqual}. */
    default Tensor countEqual(Tensor a, Tensor b) {
        return apply(new ReductionOp.CountEqual(), a, b);
    }

    /** Applies {@link NormOp.Norm}. */
    default Tensor norm(Tensor x, float eps) {
        return apply(new NormOp.Norm(eps), x);
    }

    /** Applies {@link NormOp.RmsNorm}. */
    default Tensor rmsNorm(Tensor x, float eps) {
        return apply(new NormOp.RmsNorm(eps), x);
    }

    /** Applies {@link NormOp.L2Norm}. */
    default Tensor l2Norm(Tensor x, float eps) {
        return apply(new NormOp.L2Norm(eps), x);
    }

    /** Applies {@link NormOp.GroupNorm}. */
    default Tensor groupNorm(Tensor x, int groups, float eps) {
        return apply(new NormOp.GroupNorm(groups, eps), x);
    }
}
