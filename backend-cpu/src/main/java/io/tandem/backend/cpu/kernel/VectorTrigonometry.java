package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Sine and cosine of whole vectors, exact to about 1.7e-7 relative to 1. Counts are bytes, whole vectors of them.
 */
final class VectorTrigonometry {
    /** Up to here reducing the argument with three constants loses nothing. */
    private static final float LARGEST = 30000f;

    /** Added to a small number it leaves the number, rounded, in the low bits. */
    private static final float ROUND = 0x1.8p23f;

    private VectorTrigonometry() {}

    /**
     * y = sin(x + quarters · π/2). Large angles are left to the JDK, each by itself, so that a result does not depend on
     * its neighbours; {@code pad} is memory for as many bytes.
     */
    static void sin(long x, long y, int bytes, int quarters, long pad) {
        boolean large = hasLarge(x, bytes);
        if (large) {
            Memory.copy(x, pad, bytes);
        }
        sinOfSmall(x, y, bytes, quarters);
        if (large) {
            sinOfLarge(pad, y, bytes, quarters);
        }
    }

    private static boolean hasLarge(long x, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            if (v.abs().compare(GT, LARGEST).anyTrue()) {
                return true;
            }
        }
        return false;
    }

    private static void sinOfSmall(long x, long y, int bytes, int quarters) {
        FloatVector s0 = FloatVector.broadcast(FLOATS, Coefficients.SIN_0);
        FloatVector s1 = FloatVector.broadcast(FLOATS, Coefficients.SIN_1);
        FloatVector s2 = FloatVector.broadcast(FLOATS, Coefficients.SIN_2);
        FloatVector s3 = FloatVector.broadcast(FLOATS, Coefficients.SIN_3);
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.COS_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.COS_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.COS_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.COS_3);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector minusHalf = FloatVector.broadcast(FLOATS, -0.5f);
        FloatVector twoOverPi = FloatVector.broadcast(FLOATS, 0.63661975f);
        FloatVector round = FloatVector.broadcast(FLOATS, ROUND);
        FloatVector high = FloatVector.broadcast(FLOATS, -1.5707964f);
        FloatVector middle = FloatVector.broadcast(FLOATS, 4.371139e-8f);
        FloatVector low = FloatVector.broadcast(FLOATS, 1.7151245e-15f);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector rounded = v.fma(twoOverPi, round);
            IntVector n = rounded.reinterpretAsInts().add(quarters);
            FloatVector k = rounded.sub(ROUND);
            // π/2 in three parts: what fma takes off first is exact.
            FloatVector r = k.fma(low, k.fma(middle, k.fma(high, v)));
            FloatVector square = r.mul(r);
            FloatVector sine =
                    s3.fma(square, s2).fma(square, s1).fma(square, s0).fma(square.mul(r), r);
            FloatVector cosine = c3.fma(square, c2).fma(square, c1).fma(square, c0);
            cosine = cosine.fma(square.mul(square), square.fma(minusHalf, one));
            IntVector sign = n.lanewise(LSHL, 30).and(0x80000000);
            FloatVector result = sine.blend(cosine, n.and(1).compare(GT, 0).cast(FLOATS));
            result = result.reinterpretAsInts().lanewise(XOR, sign).reinterpretAsFloats();
            result.intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    private static void sinOfLarge(long x, long y, int bytes, int quarters) {
        for (int i = 0; i < bytes; i += Float.BYTES) {
            double angle = Memory.readFloat(x + i);
            if (Math.abs(angle) > LARGEST) {
                Memory.writeFloat(y + i, (float) (quarters == 0 ? Math.sin(angle) : Math.cos(angle)));
            }
        }
    }
}
