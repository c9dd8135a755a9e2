package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.F2I;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;

/**
 * Rounding to whole numbers, y = f(x). Counts are bytes, whole vectors of them. The sign is taken from x, so that −0.3
 * rounds to −0.
 */
final class VectorRounding {
    private static final int SIGN = 0x80000000;

    /** From here on every float is whole; NaN is not below it either. */
    private static final float WHOLE = 0x1p23f;

    private VectorRounding() {}

    /** Towards zero. */
    static void trunc(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector whole = (FloatVector) v.convert(F2I, 0).convert(I2F, 0);
            whole = whole.blend(v, v.abs().compare(LT, WHOLE).not());
            whole.reinterpretAsInts()
                    .and(~SIGN)
                    .or(v.reinterpretAsInts().and(SIGN))
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** Down. */
    static void floor(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector whole = (FloatVector) v.convert(F2I, 0).convert(I2F, 0);
            whole = whole.blend(v, v.abs().compare(LT, WHOLE).not());
            whole.blend(whole.sub(1f), whole.compare(GT, v))
                    .reinterpretAsInts()
                    .and(~SIGN)
                    .or(v.reinterpretAsInts().and(SIGN))
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** Up. */
    static void ceil(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector whole = (FloatVector) v.convert(F2I, 0).convert(I2F, 0);
            whole = whole.blend(v, v.abs().compare(LT, WHOLE).not());
            whole.blend(whole.add(1f), whole.compare(LT, v))
                    .reinterpretAsInts()
                    .and(~SIGN)
                    .or(v.reinterpretAsInts().and(SIGN))
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    /** To nearest, halves away from zero. */
    static void round(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector whole = (FloatVector) v.convert(F2I, 0).convert(I2F, 0);
            whole = whole.blend(v, v.abs().compare(LT, WHOLE).not());
            whole.abs()
                    .blend(whole.abs().add(1f), v.sub(whole).abs().compare(GE, 0.5f))
                    .reinterpretAsInts()
                    .and(~SIGN)
                    .or(v.reinterpretAsInts().and(SIGN))
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
