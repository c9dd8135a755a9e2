package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.nearest;

/**
 * Finds scales d, minimums m and quants q of the groups of a block, so that x ≈ d · q − m with m ≥ 0: the search of ggml's
 * Q2_K, Q4_K and Q5_K, with the same sums in the same order, so that the same bits come out.
 *
 * <p>A group's first guess spreads q over [min, max]. Further ones spread it over slightly more or less than all values of
 * q and take the d and m of least weighted squares for the q that result; the guess of smallest weighted error stays. Scales
 * and minimums are then stored as whole multiples of one scale each, and q is rounded anew for what was stored.
 */
final class AffineFit {
    private static final int LENGTH = 256;

    /**
     * What differs between types.
     *
     * @param group the elements of a group
     * @param most the largest q
     * @param first how much more than {@code most} values the first further guess spreads q over; each adds 0.1
     * @param last the index of the last further guess
     * @param squared whether errors are squared, and elements weighted by |x| + √(mean x²) of their group; else by |x|
     * @param mostCode the largest code of a scale and of a minimum
     */
    record Rule(int group, int most, float first, int last, boolean squared, int mostCode) {
        int groups() {
            return LENGTH / group;
        }
    }

    private final Rule rule;
    private final float[] x = new float[LENGTH];
    private final float[] weights;
    private final byte[] quants = new byte[LENGTH];
    private final byte[] guess;
    private final float[] scales;
    private final float[] minimums;
    private final int[] scaleCodes;
    private final int[] minimumCodes;

    /** Fits the groups of the block that starts at {@code source[from]}. */
    AffineFit(Rule rule, float[] source, int from) {
        this.rule = rule;
        weights = new float[rule.group()];
        guess = new byte[rule.group()];
        scales = new float[rule.groups()];
        minimums = new float[rule.groups()];
        scaleCodes = new int[rule.groups()];
        minimumCodes = new int[rule.groups()];
        System.arraycopy(source, from, x, 0, LENGTH);
        for (int j = 0; j < rule.groups(); j++) {
            weigh(j * rule.group());
            fit(j);
        }
        code(scales, scaleCodes);
        code(minimums, minimumCodes);
    }

    /** The scale of the codes of scales. */
    float scale() {
        return largest(scales) / rule.mostCode();
    }

    /** The scale of the codes of minimums. */
    float minimumScale() {
        return largest(minimums) / rule.mostCode();
    }

    int scaleCode(int group) {
        return scaleCodes[group];
    }

    int minimumCode(int group) {
        return minimumCodes[group];
    }

    /** Rounds the elements for scales as they are stored; groups whose scale is 0 keep the quants they have. */
    void round(float scale, float minimumScale) {
        for (int j = 0; j < rule.groups(); j++) {
            float d = scale * scaleCodes[j];
            if (d == 0) {
                continue;
            }
            float m = minimumScale * minimumCodes[j];
            for (int i = j * rule.group(); i < (j + 1) * rule.group(); i++) {
                quants[i] = clamped(nearest((x[i] + m) / d));
            }
        }
    }

    /** What is stored for element {@code index}. */
    int quant(int index) {
        return quants[index];
    }

    private void weigh(int from) {
        float base = 0;
        if (rule.squared()) {
            float sum = 0;
            for (int i = from; i < from + rule.group(); i++) {
                sum += x[i] * x[i];
            }
            base = (float) Math.sqrt(sum / rule.group());
        }
        for (int i = 0; i < rule.group(); i++) {
            weights[i] = base + Math.abs(x[from + i]);
        }
    }

    private void fit(int group) {
        int from = group * rule.group();
        float minimum = x[from];
        float maximum = x[from];
        float sumWeights = weights[0];
        float sumX = sumWeights * x[from];
        for (int i = 1; i < rule.group(); i++) {
            float value = x[from + i];
            minimum = value < minimum ? value : minimum;
            maximum = value > maximum ? value : maximum;
            sumWeights += weights[i];
            sumX += weights[i] * value;
        }
        minimum = minimum > 0 ? 0 : minimum;
        minimums[group] = -minimum;
        if (maximum == minimum) {
            return;
        }
        spread(from, minimum, rule.most() / (maximum - minimum));
        scales[group] = 1 / (rule.most() / (maximum - minimum));
        float best = error(from, scales[group], minimum);
        System.arraycopy(guess, 0, quants, from, rule.group());
        for (int step = 0; step <= rule.last(); step++) {
            minimum = -minimums[group];
            spread(from, minimum, (rule.first() + 0.1f * step + rule.most()) / (maximum - minimum));
            best = improve(group, sumWeights, sumX, best);
        }
    }

    /** Guesses q from the position of each element above the minimum. */
    private void spread(int from, float minimum, float inverse) {
        for (int i = 0; i < rule.group(); i++) {
            guess[i] = clamped(nearest(inverse * (x[from + i] - minimum)));
        }
    }

    private float error(int from, float scale, float minimum) {
        float error = 0;
        for (int i = 0; i < rule.group(); i++) {
            float difference = scale * guess[i] + minimum - x[from + i];
            error += weights[i] * (rule.squared() ? difference * difference : Math.abs(difference));
        }
        return error;
    }

    /** Keeps the guess if its best scale and minimum lead to a smaller error than {@code best}; returns the smaller one. */
    private float improve(int group, float sumWeights, float sumX, float best) {
        int from = group * rule.group();
        float sumQ = 0;
        float sumQq = 0;
        float sumXq = 0;
        for (int i = 0; i < rule.group(); i++) {
            float weighted = weights[i] * guess[i];
            sumQ += weighted;
            sumQq += weighted * guess[i];
            sumXq += weighted * x[from + i];
        }
        float determinant = sumWeights * sumQq - sumQ * sumQ;
        if (!(determinant > 0)) {
            return best;
        }
        float scale = (sumWeights * sumXq - sumX * sumQ) / determinant;
        float minimum = (sumQq * sumX - sumQ * sumXq) / determinant;
        if (minimum > 0) {
            minimum = 0;
            scale = sumXq / sumQq;
        }
        float error = error(from, scale, minimum);
        if (!(error < best)) {
            return best;
        }
        System.arraycopy(guess, 0, quants, from, rule.group());
        scales[group] = scale;
        minimums[group] = -minimum;
        return error;
    }

    private byte clamped(int quant) {
        return (byte) Math.clamp(quant, 0, rule.most());
    }

    private void code(float[] values, int[] codes) {
        float largest = largest(values);
        float inverse = largest > 0 ? rule.mostCode() / largest : 0;
        for (int j = 0; j < values.length; j++) {
            codes[j] = Math.clamp(nearest(inverse * values[j]), 0, rule.mostCode());
        }
    }

    private static float largest(float[] values) {
        float largest = 0;
        for (float value : values) {
            largest = value > largest ? value : largest;
        }
        return largest;
    }
}
