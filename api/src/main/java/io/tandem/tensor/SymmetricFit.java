package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.nearest;

/**
 * Finds a scale d and quants q of a group of elements, so that x ≈ d · q with q from −n to n − 1: the searches of ggml's
 * Q3_K and Q6_K, with the same sums in the same order, so that the same bits come out. Both start by giving the element of
 * largest magnitude q = −n, and weight elements by x². For given q the best scale is Σwxq / Σwq², and the larger
 * (Σwxq)² / Σwq² is, the smaller is the error.
 *
 * <p>Stored is q + n.
 */
final class SymmetricFit {
    /** Groups without an element of this magnitude count as zeros. */
    static final float NOTHING = 1e-15f;

    private static final int PASSES = 5;
    private static final int STEPS = 9;

    private SymmetricFit() {}

    /** The first element of largest magnitude, 0 if there is none. */
    static float largest(float[] x, int from, int count) {
        float largest = 0;
        for (int i = from; i < from + count; i++) {
            if (Math.abs(x[i]) > Math.abs(largest)) {
                largest = x[i];
            }
        }
        return largest;
    }

    /** Rounds elements for a given scale; does nothing if that is 0. */
    static void round(float[] x, int from, byte[] quants, int at, int count, int n, float scale) {
        for (int i = 0; i < count && scale != 0; i++) {
            quants[at + i] = (byte) (quant(x[from + i] / scale, n) + n);
        }
    }

    /** Tries scales around the first one in steps of 0.1 / n. Returns the scale. */
    static float stepwise(float[] x, int from, byte[] quants, int at, int count, int n) {
        float largest = largest(x, from, count);
        if (Math.abs(largest) < NOTHING) {
            return 0;
        }
        float scale = 0;
        float best = 0;
        for (int trial = 0; trial <= 2 * STEPS; trial++) {
            // The middle first, then all others in order.
            int step = trial == 0 ? 0 : trial <= STEPS ? trial - STEPS - 1 : trial - STEPS;
            float inverse = -(n + 0.1f * step) / largest;
            float sumXq = 0;
            float sumQq = 0;
            for (int i = from; i < from + count; i++) {
                int quant = quant(inverse * x[i], n);
                float weight = x[i] * x[i];
                sumXq += weight * x[i] * quant;
                sumQq += weight * quant * quant;
            }
            if (trial == 0 || (sumQq > 0 && sumXq * sumXq > best * sumQq)) {
                for (int i = 0; i < count; i++) {
                    quants[at + i] = (byte) (quant(inverse * x[from + i], n) + n);
                }
                scale = sumQq == 0 ? 0 : sumXq / sumQq;
                best = scale * sumXq;
            }
        }
        return scale;
    }

    /**
     * Changes one q after the other as long as that lowers the error, but, as ggml, only where Σwxq is positive, thus where
     * the element of largest magnitude is negative. Returns the scale.
     */
    static float oneByOne(float[] x, int from, byte[] quants, int at, int count, int n) {
        float largest = largest(x, from, count);
        if (Math.abs(largest) < NOTHING) {
            return 0;
        }
        float inverse = -n / largest;
        float sumXq = 0;
        float sumQq = 0;
        for (int i = 0; i < count; i++) {
            float value = x[from + i];
            int quant = quant(inverse * value, n);
            quants[at + i] = (byte) quant;
            float weight = value * value;
            sumXq += weight * value * quant;
            sumQq += weight * quant * quant;
        }
        boolean changed = true;
        for (int pass = 0; pass < PASSES && changed; pass++) {
            changed = false;
            for (int i = 0; i < count; i++) {
                float value = x[from + i];
                int quant = quants[at + i];
                float weight = value * value;
                float otherXq = sumXq - weight * value * quant;
                if (!(otherXq > 0)) {
                    continue;
                }
                float otherQq = sumQq - weight * quant * quant;
                int better = quant(value * otherQq / otherXq, n);
                if (better == quant) {
                    continue;
                }
                otherXq += weight * value * better;
                otherQq += weight * better * better;
                if (otherQq > 0 && otherXq * otherXq * sumQq > sumXq * sumXq * otherQq) {
                    quants[at + i] = (byte) better;
                    sumXq = otherXq;
                    sumQq = otherQq;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            quants[at + i] += (byte) n;
        }
        return sumXq / sumQq;
    }

    private static int quant(float value, int n) {
        return Math.clamp(nearest(value), -n, n - 1);
    }
}
