package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.MultiplyAdd.fma;

/**
 * The exponential, the error function and what is made of them, in loops over {@link ScalarArrays} and by the formulas of
 * {@link VectorExponential} and {@link VectorActivations}. A choice between two values is a sum weighted with 0 and 1, for
 * the JVM's compiler makes no vectors of a condition.
 */
final class ScalarActivations {
    /** 2·√(2/π). */
    private static final float GELU_FACTOR = 1.5957692f;

    private static final float SQRT_HALF = 0.70710677f;

    /** Times this, every difference of a float from 1 is beyond 1. */
    private static final float STEEP = 1e30f;

    private ScalarActivations() {}

    /** y = e^(factor · (x − shift)); infinite above 88.7, down to the denormals, 0 below −104. */
    static void exp(ScalarArrays arrays, float[] x, float[] y, int count, float shift, float factor) {
        powers(x, y, arrays.bits, arrays.moreBits, count, shift, factor);
        arrays.bitsToFactors(count);
        scale(y, arrays.factors, arrays.moreFactors, count);
    }

    /** Leaves y · 2ⁿ · 2ᵐ to be computed; the bits are those of the two powers, of which each is finite and not zero. */
    private static void powers(float[] x, float[] y, int[] bits, int[] moreBits, int count, float shift, float factor) {
        for (int i = 0; i < count; i++) {
            float v = Math.min(Math.max((x[i] - shift) * factor, -105f), 89f);
            float k = fma(v, Coefficients.LOG2_E, Coefficients.ROUND) - Coefficients.ROUND;
            float r = fma(k, -Coefficients.LN2_LOW, fma(k, -Coefficients.LN2_HIGH, v));
            float q = fma(Coefficients.EXP_4, r, Coefficients.EXP_3);
            q = fma(q, r, Coefficients.EXP_2);
            q = fma(q, r, Coefficients.EXP_1);
            q = fma(q, r, Coefficients.EXP_0);
            y[i] = fma(q, r * r, r) + 1f;
            int n = (int) k;
            int half = n >> 1;
            bits[i] = (half + 127) << 23;
            moreBits[i] = (n - half + 127) << 23;
        }
    }

    private static void scale(float[] y, float[] factors, float[] moreFactors, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = y[i] * factors[i] * moreFactors[i];
        }
    }

    /** y = 1 / (1 + e⁻ˣ). */
    static void sigmoid(ScalarArrays arrays, int count) {
        exp(arrays, arrays.x, arrays.y, count, 0, -1);
        over(1, arrays.y, count);
    }

    private static void over(float numerator, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = numerator / (1f + y[i]);
        }
    }

    /** y = x · sigmoid(factor · x). */
    static void silu(ScalarArrays arrays, int count, float factor) {
        exp(arrays, arrays.x, arrays.y, count, 0, -factor);
        over(arrays.x, arrays.y, count);
    }

    private static void over(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = x[i] / (1f + y[i]);
        }
    }

    /** y = x · sigmoid(2u), which is x/2 · (1 + tanh u), by the tanh formula of GELU. */
    static void gelu(ScalarArrays arrays, int count) {
        geluArgument(arrays.x, arrays.y, count);
        exp(arrays, arrays.y, arrays.y, count, 0, -1);
        over(arrays.x, arrays.y, count);
    }

    private static void geluArgument(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = (x[i] * x[i] * 0.044715f + 1f) * x[i] * GELU_FACTOR;
        }
    }

    /** y = erf(factor · x). */
    static void erf(ScalarArrays arrays, int count, float factor) {
        float[] tail = arrays.z;
        logErfc(arrays.x, tail, count, factor);
        exp(arrays, tail, tail, count, 0, 1);
        erf(arrays.x, tail, arrays.y, count, factor);
    }

    /** y = ln(1 − erf|factor · x|), good where that is 0.95 at least. */
    private static void logErfc(float[] x, float[] y, int count, float factor) {
        for (int i = 0; i < count; i++) {
            float v = Math.min(Math.abs(x[i] * factor), 4f);
            float p = fma(Coefficients.ERFC_6, v, Coefficients.ERFC_5);
            p = fma(p, v, Coefficients.ERFC_4);
            p = fma(p, v, Coefficients.ERFC_3);
            p = fma(p, v, Coefficients.ERFC_2);
            p = fma(p, v, Coefficients.ERFC_1);
            y[i] = fma(p, v, Coefficients.ERFC_0);
        }
    }

    /** Given tail = 1 − erf|factor · x|. */
    private static void erf(float[] x, float[] tail, float[] y, int count, float factor) {
        for (int i = 0; i < count; i++) {
            float v = x[i] * factor;
            float near = Math.min(Math.max(v, -1f), 1f);
            float square = near * near;
            float p = fma(Coefficients.ERF_6, square, Coefficients.ERF_5);
            p = fma(p, square, Coefficients.ERF_4);
            p = fma(p, square, Coefficients.ERF_3);
            p = fma(p, square, Coefficients.ERF_2);
            p = fma(p, square, Coefficients.ERF_1);
            p = fma(p, square, Coefficients.ERF_0) * near;
            float sign = Math.min(Math.max(v * STEEP, -1f), 1f);
            float isFar = Math.min(Math.max((Math.abs(v) - 1f) * STEEP, 0f), 1f);
            y[i] = (1f - isFar) * p + isFar * sign * (1f - tail[i]);
        }
    }

    /** y = x/2 · (1 + erf(x / √2)). */
    static void geluErf(ScalarArrays arrays, int count) {
        erf(arrays, count, SQRT_HALF);
        halfTimesOnePlus(arrays.x, arrays.y, count);
    }

    private static void halfTimesOnePlus(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = x[i] * 0.5f * (1f + y[i]);
        }
    }
}
