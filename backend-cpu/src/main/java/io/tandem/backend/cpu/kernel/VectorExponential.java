package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Exponential functions of whole vectors, exact to about 1.3e-7. Counts are bytes, whole vectors of them.
 *
 * <p>The JDK's own ({@code lanewise(EXP)}) give other bits when interpreted than when compiled, and on some machines fall
 * back to scalar code.
 */
final class VectorExponential {
    private static final int ROUND_BITS = 0x4B400000;

    private VectorExponential() {}

    /** y = e^(factor · x); infinite above 88.7, down to the denormals, 0 below −104. */
    static void exp(long x, long y, int bytes, float factor) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.EXP_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.EXP_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.EXP_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.EXP_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.EXP_4);
        FloatVector log2e = FloatVector.broadcast(FLOATS, Coefficients.LOG2_E);
        FloatVector round = FloatVector.broadcast(FLOATS, Coefficients.ROUND);
        FloatVector high = FloatVector.broadcast(FLOATS, -Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -Coefficients.LN2_LOW);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v =
                    FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).mul(factor);
            v = v.blend(89f, v.compare(GT, 89f));
            v = v.blend(-105f, v.compare(LT, -105f));
            FloatVector rounded = v.fma(log2e, round);
            FloatVector k = rounded.sub(Coefficients.ROUND);
            FloatVector r = k.fma(low, k.fma(high, v));
            FloatVector q = c4.fma(r, c3).fma(r, c2).fma(r, c1).fma(r, c0);
            FloatVector p = q.fma(r.mul(r), r).add(1f);
            // 2ⁿ in two factors: n reaches 128 and −151, where a single one would be infinite or zero.
            IntVector n = rounded.reinterpretAsInts().sub(ROUND_BITS);
            IntVector half = n.lanewise(ASHR, 1);
            p = p.mul(half.add(127).lanewise(LSHL, 23).reinterpretAsFloats());
            p.mul(n.sub(half).add(127).lanewise(LSHL, 23).reinterpretAsFloats()).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** y = eˣ − 1, exact around 0 too. */
    static void expm1(long x, long y, int bytes) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.EXP_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.EXP_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.EXP_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.EXP_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.EXP_4);
        FloatVector log2e = FloatVector.broadcast(FLOATS, Coefficients.LOG2_E);
        FloatVector round = FloatVector.broadcast(FLOATS, Coefficients.ROUND);
        FloatVector high = FloatVector.broadcast(FLOATS, -Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -Coefficients.LN2_LOW);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector x0 = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector v = x0.blend(89f, x0.compare(GT, 89f));
            v = v.blend(-30f, v.compare(LT, -30f));
            FloatVector rounded = v.fma(log2e, round);
            FloatVector k = rounded.sub(Coefficients.ROUND);
            FloatVector r = k.fma(low, k.fma(high, v));
            FloatVector q = c4.fma(r, c3).fma(r, c2).fma(r, c1).fma(r, c0);
            FloatVector p = q.fma(r.mul(r), r);
            // Half of 2ⁿ, then doubled: 2¹²⁸ would be infinite.
            IntVector n = rounded.reinterpretAsInts().sub(ROUND_BITS);
            FloatVector scale = n.add(126).lanewise(LSHL, 23).reinterpretAsFloats();
            FloatVector result = p.fma(scale, scale.sub(0.5f)).mul(2f);
            result.blend(x0, x0.abs().compare(LT, 1e-8f)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
