package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;

/**
 * Activations of whole vectors, y = f(x), each in a few passes over memory in the first-level cache: one pass with all in
 * it is too long for the compiler (see {@link VectorArithmetic}). Counts are bytes, whole vectors of them and at most
 * {@link #BLOCK_BYTES}; {@code pad} is memory for two blocks. x and y may be the same.
 */
final class VectorActivations {
    /** The largest count. */
    static final int BLOCK_BYTES = 4096;

    /** 2·√(2/π). */
    private static final float GELU_FACTOR = 1.5957692f;

    private static final float SQRT_HALF = 0.70710677f;
    private static final int SIGN = 0x80000000;

    private VectorActivations() {}

    static void silu(long x, long y, int bytes) {
        VectorSigmoid.times(x, x, y, bytes);
    }

    static void geluQuick(long x, long y, int bytes, long pad) {
        VectorArithmetic.mul(x, 1.702f, pad, bytes);
        VectorSigmoid.times(x, pad, y, bytes);
    }

    /** ½(1 + tanh(u)) is σ(2u), which keeps its digits where tanh is near −1. */
    static void gelu(long x, long y, int bytes, long pad) {
        geluArgument(x, pad, bytes);
        VectorSigmoid.times(x, pad, y, bytes);
    }

    private static void geluArgument(long x, long y, int bytes) {
        FloatVector factor = FloatVector.broadcast(FLOATS, GELU_FACTOR);
        FloatVector cubic = FloatVector.broadcast(FLOATS, GELU_FACTOR * 0.044715f);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            v.mul(v).fma(cubic, factor).mul(v).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void elu(long x, long y, int bytes, long pad) {
        VectorExponential.expm1(x, pad, bytes);
        positiveOr(x, pad, y, bytes);
    }

    /** y = x where x > 0, else e. */
    private static void positiveOr(long x, long e, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector.fromMemorySegment(FLOATS, ALL, e + i, ORDER)
                    .blend(v, v.compare(GT, 0f))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void tanh(long x, long y, int bytes, long pad) {
        VectorArithmetic.abs(x, pad, bytes);
        VectorExponential.exp(pad, pad, bytes, 2f);
        tanh(x, pad, y, bytes);
    }

    /** Given e = e^(2|x|). */
    private static void tanh(long x, long e, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector far = FloatVector.broadcast(FLOATS, 1f)
                    .sub(FloatVector.broadcast(FLOATS, 2f)
                            .div(FloatVector.fromMemorySegment(FLOATS, ALL, e + i, ORDER)
                                    .add(1f)));
            far = far.reinterpretAsInts().or(v.reinterpretAsInts().and(SIGN)).reinterpretAsFloats();
            FloatVector square = v.mul(v);
            FloatVector p = FloatVector.broadcast(FLOATS, Coefficients.TANH_4);
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.TANH_3));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.TANH_2));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.TANH_1));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.TANH_0));
            p.fma(square.mul(v), v).blend(far, v.abs().compare(GE, 0.625f)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void erf(long x, long y, int bytes, long pad) {
        logErfc(x, pad, bytes);
        VectorExponential.exp(pad, pad, bytes, 1f);
        erf(x, pad, y, bytes);
    }

    /** y = ln(1 − erf(|x|)), good for |x| ≥ 0.95 alone. */
    private static void logErfc(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v =
                    FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).abs();
            v = v.blend(4f, v.compare(GT, 4f));
            FloatVector p = FloatVector.broadcast(FLOATS, Coefficients.ERFC_6);
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_5));
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_4));
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_3));
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_2));
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_1));
            p = p.fma(v, FloatVector.broadcast(FLOATS, Coefficients.ERFC_0));
            p.intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** Given tail = 1 − erf(|x|). */
    private static void erf(long x, long tail, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector far =
                    FloatVector.broadcast(FLOATS, 1f).sub(FloatVector.fromMemorySegment(FLOATS, ALL, tail + i, ORDER));
            far = far.reinterpretAsInts().or(v.reinterpretAsInts().and(SIGN)).reinterpretAsFloats();
            FloatVector square = v.mul(v);
            FloatVector p = FloatVector.broadcast(FLOATS, Coefficients.ERF_6);
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_5));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_4));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_3));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_2));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_1));
            p = p.fma(square, FloatVector.broadcast(FLOATS, Coefficients.ERF_0));
            p.mul(v).blend(far, v.abs().compare(GT, 1f)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void geluErf(long x, long y, int bytes, long pad) {
        long errors = pad + BLOCK_BYTES;
        VectorArithmetic.mul(x, SQRT_HALF, errors, bytes);
        erf(errors, errors, bytes, pad);
        halfTimesOnePlus(x, errors, y, bytes);
    }

    /** y = x/2 · (1 + e). */
    private static void halfTimesOnePlus(long x, long e, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER)
                    .mul(0.5f)
                    .mul(FloatVector.fromMemorySegment(FLOATS, ALL, e + i, ORDER)
                            .add(1f))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** ln(1 + eˣ) as max(x, 0) + ln(1 + e⁻|x|). */
    static void softplus(long x, long y, int bytes, long pad) {
        long logs = pad + BLOCK_BYTES;
        VectorArithmetic.abs(x, pad, bytes);
        VectorExponential.exp(pad, pad, bytes, -1f);
        VectorArithmetic.add(pad, 1f, logs, bytes);
        VectorLogarithm.log(logs, logs, bytes);
        correctLogs(pad, logs, logs, bytes);
        addPositive(x, logs, y, bytes);
    }

    /** y = e plus what rounding 1 + x lost, times the derivative of the logarithm. */
    private static void correctLogs(long x, long e, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector u = v.add(1f);
            FloatVector.fromMemorySegment(FLOATS, ALL, e + i, ORDER)
                    .add(v.sub(u.sub(1f)).div(u))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** y = max(x, 0) + e. */
    private static void addPositive(long x, long e, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector.fromMemorySegment(FLOATS, ALL, e + i, ORDER)
                    .add(v.blend(0f, v.compare(LT, 0f)))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
