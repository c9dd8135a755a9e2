package io.tandem.graph;

import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.ReductionOp;

/** Builder methods of the operations that reduce or normalise rows. */
public sealed interface ReductionOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** @see ReductionOp.Sum */
    default Tensor sum(Tensor x) {
        return apply(new ReductionOp.Sum(), x);
    }

    /** @see ReductionOp.SumRows */
    default Tensor sumRows(Tensor x) {
        return apply(new ReductionOp.SumRows(), x);
    }

    /** @see ReductionOp.Mean */
    default Tensor mean(Tensor x) {
        return apply(new ReductionOp.Mean(), x);
    }

    /** @see ReductionOp.MaxRows */
    default Tensor maxRows(Tensor x) {
        return apply(new ReductionOp.MaxRows(), x);
    }

    /** @see ReductionOp.Argmax */
    default Tensor argmax(Tensor x) {
        return apply(new ReductionOp.Argmax(), x);
    }

    /** @see NormOp.Norm */
    default Tensor norm(Tensor x, float eps) {
        return apply(new NormOp.Norm(eps), x);
    }

    /** @see NormOp.RmsNorm */
    default Tensor rmsNorm(Tensor x, float eps) {
        return apply(new NormOp.RmsNorm(eps), x);
    }

    /** @see NormOp.L2Norm */
    default Tensor l2Norm(Tensor x, float eps) {
        return apply(new NormOp.L2Norm(eps), x);
    }
}
