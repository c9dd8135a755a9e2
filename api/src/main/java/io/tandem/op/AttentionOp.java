package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** The parts of attention layers. */
public sealed interface AttentionOp extends Op {
    /**
     * Softmax of each row of scale · a + slope · mask. Operand 0 is f32 [n, r, h, b]; the optional operand 1, the mask, is
     * f32 or f16 [n, r′ ≥ r, m2, m3], its dimensions 2 and 3 repeated over a's.
     *
     * <p>The slope is 1 where {@code maxBias} is 0, else that of ALiBi (Press et al. 2021): for head i of h, with
     * l = 2^floor(log2 h), m0 = 2^(−maxBias / l) and m1 = 2^(−maxBias / 2l), it is m0^(i+1) where i {@literal <} l, else
     * m1^(2(i−l)+1). A row whose elements are all −∞ gives NaN.
     */
    record SoftMax(float scale, float maxBias) implements AttentionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 1, 2);
            TensorLayout a = inputs.getFirst();
            Rules.requireType(a, 0, DType.F32);
            if (inputs.size() == 2) {
                requireMask(a, inputs.get(1));
            }
            Rules.require(maxBias == 0 || inputs.size() == 2, "a bias of " + maxBias + " needs a mask");
            return Rules.packed(a);
        }

        private static void requireMask(TensorLayout a, TensorLayout mask) {
            Rules.require(
                    mask.type() == DType.F32 || mask.type() == DType.F16,
                    "the mask must be f32 or f16, not " + mask.type());
            Rules.requireEqual(a.shape().d0(), mask.shape().d0(), "dimensions 0 of operand and mask");
            Rules.require(
                    mask.shape().d1() >= a.shape().d1(),
                    "the mask has " + mask.shape().d1() + " rows, the operand "
                            + a.shape().d1());
            Rules.require(
                    mask.shape().d2() > 0
                            && a.shape().d2() % mask.shape().d2() == 0
                            && mask.shape().d3() > 0
                            && a.shape().d3() % mask.shape().d3() == 0,
                    "dimensions 2 and 3 of the mask " + mask.shape() + " do not repeat to those of " + a.shape());
        }

        @Override
        public boolean mayOverwrite(int index) {
            return index == 0;
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 5 * output.elements();
        }
    }

    /** a [n, m, ..] with −∞ where the column is above {@code past} + the row. */
    record DiagMaskInf(int past) implements AttentionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.require(past >= 0, "past must not be negative, but is " + past);
            return Rules.packed(Rules.singleFloat(inputs));
        }

        @Override
        public boolean mayOverwrite(int index) {
            return index == 0;
        }
    }

    /** Which elements {@link Rope} turns together. */
    enum RopeMode {
        /** Elements 2i and 2i + 1. */
        NORMAL,
        /** Elements i and i + dimensions / 2. */
        NEOX
    }

    /**
     * Rotary position embedding (Su et al. 2021) with YaRN scaling (Peng et al. 2023). Operand 0 is f32 or f16
     * [n, heads, r, b], operand 1 the positions, i32 [r]; the optional operand 2, f32 [dimensions / 2], divides the
     * frequencies.
     *
     * <p>Pair i of the first {@code dimensions} elements of a row at position p turns by θ = p · base^(−2i / dimensions),
     * times {@code frequencyScale} as YaRN mixes it in; the other elements stay as they are. See {@link Yarn}.
     */
    record Rope(int dimensions, RopeMode mode, float base, float frequencyScale, Yarn yarn) implements AttentionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 3);
            TensorLayout a = inputs.get(0);
            TensorLayout positions = inputs.get(1);
            Rules.require(a.type() == DType.F32 || a.type() == DType.F16, "operand 0 must be f32 or f16");
            Rules.requireType(positions, 1, DType.I32);
            Rules.require(positions.shape().rank() == 1, "positions must be a vector, not " + positions.shape());
            Rules.requireEqual(a.shape().d2(), positions.shape().d0(), "dimension 2 and number of positions");
            Rules.require(
                    dimensions > 0
                            && dimensions % 2 == 0
                            && dimensions <= a.shape().d0(),
                    "dimensions must be even and at most " + a.shape().d0() + ", not " + dimensions);
            if (inputs.size() == 3) {
                Rules.requireType(inputs.get(2), 2, DType.F32);
                Rules.require(
                        inputs.get(2).shape().d0() >= dimensions / 2,
                        "needs " + dimensions / 2 + " frequency factors, not "
                                + inputs.get(2).shape());
            }
            return Rules.packed(a);
        }

        @Override
        public boolean mayOverwrite(int index) {
            return index == 0;
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 6 * output.elements();
        }
    }

    /**
     * How {@link Rope} stretches to longer contexts than it was trained for. With {@code extrapolation} 0 (the default,
     * {@link #NONE}), θ is multiplied by the frequency scale and the result by {@code attention}.
     *
     * <p>Else, with corr(β) = dimensions · ln(originalContext / (2πβ)) / (2 ln base), low = max(0, floor(corr(betaFast))),
     * high = min(dimensions − 1, ceil(corr(betaSlow))) and ramp(i) = 1 − clamp((i − low) / max(0.001, high − low), 0, 1)
     * for pair i, θ is mixed as scaled · (1 − m) + unscaled · m with m = ramp(i) · extrapolation, and the result is
     * multiplied by attention · (1 + 0.1 ln(1 / frequencyScale)).
     */
    record Yarn(int originalContext, float extrapolation, float attention, float betaFast, float betaSlow) {
        /** No stretching. */
        public static final Yarn NONE = new Yarn(0, 0, 1, 32, 1);
    }
}
