package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * The natural logarithm of whole vectors, exact to about 1.2e-7. Counts are bytes, whole vectors of them.
 */
final class VectorLogarithm {

    private VectorLogarithm() {}

    /** y = ln x; −∞ at 0, NaN below. */
    static void log(long x, long y, int bytes) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.LOG_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.LOG_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.LOG_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.LOG_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.LOG_4);
        FloatVector c5 = FloatVector.broadcast(FLOATS, Coefficients.LOG_5);
        FloatVector c6 = FloatVector.broadcast(FLOATS, Coefficients.LOG_6);
        FloatVector c7 = FloatVector.broadcast(FLOATS, Coefficients.LOG_7);
        FloatVector c8 = FloatVector.broadcast(FLOATS, Coefficients.LOG_8);
        FloatVector minusHalf = FloatVector.broadcast(FLOATS, -0.5f);
        FloatVector high = FloatVector.broadcast(FLOATS, Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, Coefficients.LN2_LOW);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            // v = m·2ᵉ with √½ ≤ m < √2; denormals are lifted first.
            VectorMask<Float> tiny = v.compare(LT, 0x1p-126f);
            IntVector bits = v.blend(v.mul(0x1p23f), tiny).reinterpretAsInts();
            FloatVector m = bits.and(0x007FFFFF).or(0x3F000000).reinterpretAsFloats();
            VectorMask<Float> small = m.compare(LT, 0.70710677f);
            FloatVector e = (FloatVector) bits.lanewise(LSHR, 23).sub(126).convert(I2F, 0);
            e = e.blend(e.sub(1f), small);
            e = e.blend(e.sub(23f), tiny);
            FloatVector f = m.blend(m.add(m), small).sub(1f);
            FloatVector p = c8.fma(f, c7)
                    .fma(f, c6)
                    .fma(f, c5)
                    .fma(f, c4)
                    .fma(f, c3)
                    .fma(f, c2)
                    .fma(f, c1)
                    .fma(f, c0);
            FloatVector square = f.mul(f);
            FloatVector rest = square.fma(minusHalf, e.fma(low, p.mul(square).mul(f)));
            FloatVector log = e.fma(high, f.add(rest));
            log = log.blend(v, v.compare(GT, Float.MAX_VALUE));
            log = log.blend(Float.NEGATIVE_INFINITY, v.compare(EQ, 0f));
            log.blend(Float.NaN, v.compare(GE, 0f).not()).intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
