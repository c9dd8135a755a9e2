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
}
