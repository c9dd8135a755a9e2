package io.tandem.tensor;

import java.util.Arrays;

/** Tables of values and the search for scales and indices, with the same sums in the same order as ggml. */
final class TableFit {
    /** The values of IQ4_NL and IQ4_XS: denser around 0, where weights are. */
    static final byte[] UNEVEN = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

    /** Twice the values of MXFP4's four bits, so that they are whole numbers. */
    static final byte[] DOUBLED_E2M1 = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

    private static final byte[] ABOVE = above();

    private static final int STEPS = 7;

    private TableFit() {}

    /** The index of the value of {@link #UNEVEN} nearest to {@code x}, of two the larger. */
    static int index(float x) {
        int last = UNEVEN.length - 1;
        if (x <= UNEVEN[0]) {
            return 0;
        }
        if (x >= UNEVEN[last]) {
            return last;
        }
        int above = ABOVE[(int) Math.floor(x) - UNEVEN[0]];
        return x - UNEVEN[above - 1] < UNEVEN[above] - x ? above - 1 : above;
    }

    /** For each whole number from the first value to the last one the index of the value above it. */
    private static byte[] above() {
        byte[] above = new byte[UNEVEN[UNEVEN.length - 1] - UNEVEN[0]];
        for (int i = 1; i < UNEVEN.length; i++) {
            Arrays.fill(above, UNEVEN[i - 1] - UNEVEN[0], UNEVEN[i] - UNEVEN[0], (byte) i);
        }
        return above;
    }

    /** The index of the first of {@code values} · {@code scale} that is nearest to {@code x}. */
    static int nearestIn(byte[] values, float scale, float x) {
        int best = 0;
        float least = Math.abs(values[0] * scale - x);
        for (int i = 1; i < values.length; i++) {
            float distance = Math.abs(values[i] * scale - x);
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    /**
     * The scale of a group in {@link #UNEVEN}. Guesses give the element of largest magnitude about the value −127 (first
     * exactly, then from −134 to −120); for the values v that result the best scale is Σwxv / Σwv², w = x², and the guess
     * whose (Σwxv)² / Σwv² is largest stays, since its weighted error is smallest.
     */
    static float scale(float[] x, int from, int count) {
        float largest = SymmetricFit.largest(x, from, count);
        if (Math.abs(largest) < SymmetricFit.NOTHING) {
            return 0;
        }
        float scale = 0;
        float best = 0;
        for (int trial = -1; trial <= 2 * STEPS; trial++) {
            float inverse = trial < 0 ? 1 / (-largest / UNEVEN[0]) : (trial - STEPS + UNEVEN[0]) / largest;
            float sumXv = 0;
            float sumVv = 0;
            for (int i = from; i < from + count; i++) {
                float value = UNEVEN[index(inverse * x[i])];
                float weight = x[i] * x[i];
                sumXv += weight * value * x[i];
                sumVv += weight * value * value;
            }
            if (trial < 0 || (sumVv > 0 && sumXv * sumXv > best * sumVv)) {
                scale = sumXv / sumVv;
                best = scale * sumXv;
            }
        }
        return scale;
    }
}
