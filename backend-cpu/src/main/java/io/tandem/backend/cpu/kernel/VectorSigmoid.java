package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;

/**
 * The logistic function σ(x) = 1 / (1 + e⁻ˣ) of whole vectors, exact to about 2.5e-7; 0 where it is below 1e-38. Counts are
 * bytes, whole vectors of them. Sources and target may be the same.
 *
 * <p>With t = e^−|x|, σ(x) is 1 / (1 + t) for x > 0 and t / (1 + t) else, and t neither overflows nor lets 1 + t leave 1 to 2.
 * There a parabola and two of Newton's steps give the reciprocal in 6 instructions, while a division of 512 bits holds up
 * the others for 16 cycles. The parabola (98 − 80t + 32t²) / 99 is the best one: its error is a Chebyshev polynomial, at
 * most 1/99, whose fourth power remains.
 */
final class VectorSigmoid {
    private static final float START_0 = 98 / 99f;
    private static final float START_1 = -80 / 99f;
    private static final float START_2 = 32 / 99f;

    private VectorSigmoid() {}

    /** y = σ(x). */
    static void sigmoid(long x, long y, int bytes) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.EXP_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.EXP_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.EXP_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.EXP_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.EXP_4);
        FloatVector log2e = FloatVector.broadcast(FLOATS, Coefficients.LOG2_E);
        FloatVector round = FloatVector.broadcast(FLOATS, Coefficients.ROUND_BIASED);
        FloatVector high = FloatVector.broadcast(FLOATS, -Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -Coefficients.LN2_LOW);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector minusOne = FloatVector.broadcast(FLOATS, -1f);
        FloatVector s0 = FloatVector.broadcast(FLOATS, START_0);
        FloatVector s1 = FloatVector.broadcast(FLOATS, START_1);
        FloatVector s2 = FloatVector.broadcast(FLOATS, START_2);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector a = v.reinterpretAsInts().or(0x80000000).reinterpretAsFloats();
            a = a.blend(-88f, a.compare(LT, -88f));
            FloatVector rounded = a.fma(log2e, round);
            FloatVector k = rounded.sub(Coefficients.ROUND_BIASED);
            FloatVector r = k.fma(low, k.fma(high, a));
            FloatVector p =
                    c4.fma(r, c3).fma(r, c2).fma(r, c1).fma(r, c0).fma(r, one).fma(r, one);
            FloatVector t = rounded.reinterpretAsInts()
                    .lanewise(LSHL, 23)
                    .reinterpretAsFloats()
                    .mul(p);
            FloatVector minus = minusOne.sub(t);
            FloatVector d = s2.fma(t, s1).fma(t, s0);
            d = minus.fma(d, one).fma(d, d);
            d = minus.fma(d, one).fma(d, d);
            t.blend(one, v.compare(GT, 0f)).mul(d).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** y = x · σ(u). */
    static void times(long x, long u, long y, int bytes) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.EXP_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.EXP_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.EXP_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.EXP_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.EXP_4);
        FloatVector log2e = FloatVector.broadcast(FLOATS, Coefficients.LOG2_E);
        FloatVector round = FloatVector.broadcast(FLOATS, Coefficients.ROUND_BIASED);
        FloatVector high = FloatVector.broadcast(FLOATS, -Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -Coefficients.LN2_LOW);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector minusOne = FloatVector.broadcast(FLOATS, -1f);
        FloatVector s0 = FloatVector.broadcast(FLOATS, START_0);
        FloatVector s1 = FloatVector.broadcast(FLOATS, START_1);
        FloatVector s2 = FloatVector.broadcast(FLOATS, START_2);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector w = FloatVector.fromMemorySegment(FLOATS, ALL, u + i, ORDER);
            FloatVector a = w.reinterpretAsInts().or(0x80000000).reinterpretAsFloats();
            a = a.blend(-88f, a.compare(LT, -88f));
            FloatVector rounded = a.fma(log2e, round);
            FloatVector k = rounded.sub(Coefficients.ROUND_BIASED);
            FloatVector r = k.fma(low, k.fma(high, a));
            FloatVector p =
                    c4.fma(r, c3).fma(r, c2).fma(r, c1).fma(r, c0).fma(r, one).fma(r, one);
            FloatVector t = rounded.reinterpretAsInts()
                    .lanewise(LSHL, 23)
                    .reinterpretAsFloats()
                    .mul(p);
            FloatVector minus = minusOne.sub(t);
            FloatVector d = s2.fma(t, s1).fma(t, s0);
            d = minus.fma(d, one).fma(d, d);
            d = minus.fma(d, one).fma(d, d);
            v.mul(t).blend(v, w.compare(GT, 0f)).mul(d).intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
