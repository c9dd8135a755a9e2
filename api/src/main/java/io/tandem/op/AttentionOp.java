package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
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
     *
     * <p>With {@code sinks} the last operand is f32 [h]: a further element of each row of its head, which takes its share
     * of the sum and is left out of the result (Xiao et al. 2023, "Efficient Streaming Language Models with Attention
     * Sinks"). It is neither scaled nor masked.
     */
    record SoftMax(float scale, float maxBias, boolean sinks) implements AttentionOp {
        /** Without sinks. */
        public SoftMax(float scale, float maxBias) {
            this(scale, maxBias, false);
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            int least = sinks ? 2 : 1;
            Rules.count(inputs, least, least + 1);
            TensorLayout a = inputs.getFirst();
            Rules.requireType(a, 0, DType.F32);
            boolean masked = inputs.size() > least;
            if (masked) {
                requireMask(a.shape(), inputs.get(1));
            }
            if (sinks) {
                requireSinks(a.shape().d2(), inputs.getLast());
            }
            Rules.require(maxBias == 0 || masked, "a bias of " + maxBias + " needs a mask");
            return Rules.packed(a);
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

    /** Refuses what is not a mask for scores of a shape [keys, queries, heads, batch]. */
    private static void requireMask(Shape scores, TensorLayout mask) {
        Rules.require(
                mask.type() == DType.F32 || mask.type() == DType.F16,
                "the mask must be f32 or f16, not " + mask.type());
        Rules.requireEqual(scores.d0(), mask.shape().d0(), "the rows of scores and mask");
        Rules.require(
                mask.shape().d1() >= scores.d1(),
                "the mask has " + mask.shape().d1() + " rows, the scores have " + scores.d1());
        Rules.require(
                mask.shape().d2() > 0
                        && scores.d2() % mask.shape().d2() == 0
                        && mask.shape().d3() > 0
                        && scores.d3() % mask.shape().d3() == 0,
                "dimensions 2 and 3 of the mask " + mask.shape() + " do not repeat to those of the scores " + scores);
    }

    private static void requireSinks(long heads, TensorLayout sinks) {
        Rules.require(sinks.type() == DType.F32, "the sinks must be f32, not " + sinks.type());
        Rules.require(
                sinks.shape().equals(Shape.of(heads)),
                "needs a sink for each of " + heads + " heads, not " + sinks.shape());
    }

    /**
     * Attention without a tensor of scores: for each query the sum of the values, weighted by the softmax of
     * scale · q·k + slope · mask. Dao et al. 2022 show how; backends need not do it their way.
     *
     * <p>Operands: queries, f32 [dk, n, h, b]; keys [dk, m, hk, bk]; values [dv, m, hk, bk], both of any float or block
     * type, each head of which serves h / hk consecutive heads of queries, each matrix b / bk consecutive ones; a mask if
     * any, f32 or f16 [m, n′ ≥ n, m2, m3], dimensions 2 and 3 repeated over h and b; with {@code sinks}, f32 [h], a further
     * score of each query without a value. The result is f32 [dv, h, n, b].
     *
     * <p>Where {@code softCap} is not 0, scores are softCap · tanh(scale · q·k / softCap) before the mask is added (Gemma 2).
     * The slope is that of {@link SoftMax}. A query whose scores are all −∞ gives zeros, not NaN, and a value whose score
     * is −∞ is never looked at.
     */
    record FlashAttnExt(float scale, float maxBias, float softCap, boolean sinks) implements AttentionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            int least = sinks ? 4 : 3;
            Rules.count(inputs, least, least + 1);
            Shape q = inputs.get(0).shape();
            Rules.requireType(inputs.get(0), 0, DType.F32);
            requireMemory(q, inputs.get(1), inputs.get(2));
            boolean masked = inputs.size() > least;
            if (masked) {
                requireMask(Shape.of(inputs.get(1).shape().d1(), q.d1(), q.d2(), q.d3()), inputs.get(3));
            }
            if (sinks) {
                requireSinks(q.d2(), inputs.getLast());
            }
            Rules.require(maxBias == 0 || masked, "a bias of " + maxBias + " needs a mask");
            Rules.require(softCap >= 0, "the cap must not be negative, but is " + softCap);
            return TensorLayout.of(DType.F32, Shape.of(inputs.get(2).shape().d0(), q.d2(), q.d1(), q.d3()));
        }

        private static void requireMemory(Shape q, TensorLayout keys, TensorLayout values) {
            Rules.requireNumbers(keys, 1);
            Rules.requireNumbers(values, 2);
            Shape k = keys.shape();
            Rules.requireEqual(q.d0(), k.d0(), "the lengths of queries and keys");
            Rules.require(
                    k.with(0, 1).equals(values.shape().with(0, 1)),
                    "keys " + k + " and values " + values.shape() + " differ in more than dimension 0");
            Rules.require(
                    Rules.spreads(k.d2(), q.d2()) && Rules.spreads(k.d3(), q.d3()),
                    "dimensions 2 and 3 of the keys " + k + " do not repeat to those of the queries " + q);
        }

        @Override
        public boolean isHeavy() {
            return true;
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            Shape q = inputs.get(0).shape();
            Shape v = inputs.get(2).shape();
            return 2 * q.rows() * v.d1() * (q.d0() + v.d0());
        }
    }

    /** a [n, m, ..] with 0 where the column is above {@code past} + the row. */
    record DiagMaskZero(int past) implements AttentionOp {
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

    /** Which elements {@link Rope} turns together, and by which of a token's positions. */
    enum RopeMode {
        /** Elements 2i and 2i + 1. */
        NORMAL,
        /** Elements i and i + dimensions / 2. */
        NEOX,
        /** As NEOX, with four positions a token, the sections one after the other (Qwen2-VL, Wang et al. 2024). */
        MROPE,
        /** As MROPE, time, height and width taking turns (Qwen3-VL). */
        IMROPE,
        /** Elements i and i + dimensions, half a row; as MROPE, but frequencies start anew in each section. */
        VISION;

        /** Whether a token has four positions: time, height, width and one more. */
        public boolean hasSections() {
            return this == MROPE || this == IMROPE || this == VISION;
        }
    }

    /** How many pairs turn by each of a token's four positions; all 0 where a token has a single one. */
    record Sections(int time, int height, int width, int extra) {
        /** A single position a token. */
        public static final Sections NONE = new Sections(0, 0, 0, 0);

        /** The number of pairs after which the sections repeat. */
        public int pairs() {
            return time + height + width + extra;
        }

        private int of(int pair, RopeMode mode) {
            int place = pair % pairs();
            if (mode == RopeMode.IMROPE) {
                int turn = place % 3;
                int own = turn == 0 ? time : turn == 1 ? height : width;
                return place < 3 * own ? turn : 3;
            }
            return place < time ? 0 : place < time + height ? 1 : place < time + height + width ? 2 : 3;
        }

        private int start(int section) {
            return switch (section) {
                case 0 -> 0;
                case 1 -> time;
                case 2 -> time + height;
                default -> time + height + width;
            };
        }
    }

    /**
     * Rotary position embedding (Su et al. 2021) with YaRN scaling (Peng et al. 2023). Operand 0 is f32 or f16
     * [n, heads, r, b]; operand 1 the positions, i32 [r], or [4r] in the modes with sections: all tokens' first positions,
     * then their second ones, and so on; the optional operand 2, f32 [pairs], divides the frequencies.
     *
     * <p>Pair i of a row at position p turns by θ = p · base^(−2f / dimensions), f = {@link #frequency}, times
     * {@code frequencyScale} as YaRN mixes it in; elements that are in no pair stay as they are. See {@link Yarn}.
     */
    record Rope(int dimensions, RopeMode mode, float base, float frequencyScale, Yarn yarn, Sections sections)
            implements AttentionOp {
        /** With a single position a token. */
        public Rope(int dimensions, RopeMode mode, float base, float frequencyScale, Yarn yarn) {
            this(dimensions, mode, base, frequencyScale, yarn, Sections.NONE);
        }

        /** The number of pairs of a row that turn. */
        public int pairs() {
            return mode == RopeMode.VISION ? dimensions : dimensions / 2;
        }

        /** Which of its token's positions a pair turns by, 0 to 3. */
        public int position(int pair) {
            return mode.hasSections() ? sections.of(pair, mode) : 0;
        }

        /** Which frequency a pair turns with: its own number, in a vision model that within its section. */
        public int frequency(int pair) {
            return mode == RopeMode.VISION ? pair % sections.pairs() - sections.start(position(pair)) : pair;
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 3);
            TensorLayout a = inputs.get(0);
            TensorLayout positions = inputs.get(1);
            Rules.require(a.type() == DType.F32 || a.type() == DType.F16, "operand 0 must be f32 or f16");
            Rules.requireType(positions, 1, DType.I32);
            Rules.require(positions.shape().rank() == 1, "positions must be a vector, not " + positions.shape());
            Rules.requireEqual(
                    a.shape().d2() * (mode.hasSections() ? 4 : 1),
                    positions.shape().d0(),
                    (mode.hasSections() ? "four times " : "") + "dimension 2 and number of positions");
            requireDimensions(a.shape().d0());
            if (inputs.size() == 3) {
                Rules.requireType(inputs.get(2), 2, DType.F32);
                Rules.require(
                        inputs.get(2).shape().d0() >= pairs(),
                        "needs " + pairs() + " frequency factors, not "
                                + inputs.get(2).shape());
            }
            return Rules.packed(a);
        }

        private void requireDimensions(long length) {
            Rules.require(
                    dimensions > 0 && dimensions % 2 == 0 && dimensions <= length,
                    "dimensions must be even and at most " + length + ", not " + dimensions);
            Rules.require(
                    mode != RopeMode.VISION || 2L * dimensions == length,
                    "dimensions must be half of " + length + ", not " + dimensions);
            Rules.require(
                    mode.hasSections() == (sections.pairs() > 0)
                            && sections.time() >= 0
                            && sections.height() >= 0
                            && sections.width() >= 0
                            && sections.extra() >= 0
                            && sections.pairs() <= length,
                    mode + " does not go with " + sections);
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
