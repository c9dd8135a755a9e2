package io.tandem.op;

import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations that normalise each row (dimension 0). One float operand; the result has its type and shape. */
public sealed interface NormOp extends Op {
    /** The number that keeps the divisor from zero. */
    float eps();

    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        Rules.require(eps() >= 0, "eps must not be negative, but is " + eps());
        return Rules.packed(Rules.singleFloat(inputs));
    }

    @Override
    default boolean mayOverwrite(int index) {
        return index == 0;
    }

    @Override
    default long flops(List<TensorLayout> inputs, TensorLayout output) {
        return 4 * output.elements();
    }

    /** (x − mean) / √(variance + eps), the variance over n (not n − 1) elements. */
    record Norm(float eps) implements NormOp {}

    /** x / √(mean of squares + eps). */
    record RmsNorm(float eps) implements NormOp {}

    /** x / max(√(sum of squares), eps). */
    record L2Norm(float eps) implements NormOp {}

    /**
     * As {@link Norm}, over groups of channels instead of rows: of x [w, h, c, b] each group is ceil(c / groups)
     * consecutive matrices of a batch, the last one what is left (Wu and He 2018).
     */
    record GroupNorm(int groups, float eps) implements NormOp {
        /** Refuses no groups. */
        public GroupNorm {
            Rules.require(groups > 0, "there must be groups, not " + groups);
        }
    }
}
