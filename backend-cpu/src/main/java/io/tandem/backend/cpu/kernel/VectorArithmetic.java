package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;

/**
 * Arithmetic of whole vectors, y = f(x) or y = f(a, b), one loop each. Counts are bytes, whole vectors of them.
 *
 * <p>Loops call the Vector API alone, never a method of our own: the compiler stops inlining those past a node limit that
 * depends on who inlined the loop, and then puts every vector in an object, which costs 3 ns an element instead of 0.1.
 */
final class VectorArithmetic {
    private VectorArithmetic() {}

    static void abs(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).abs().intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void sgn(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f)
                    .blend(1f, v.compare(GT, 0f))
                    .blend(-1f, v.compare(LT, 0f))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void neg(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).neg().intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void step(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(GT, 0f)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void sqr(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            v.mul(v).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void sqrt(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).sqrt().intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void reciprocal(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            FloatVector.broadcast(FLOATS, 1f).div(v).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void relu(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER).max(0f).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void leakyRelu(long x, long y, int bytes, float slope) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            v.mul(slope).blend(v, v.compare(GT, 0f)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void hardsigmoid(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER)
                    .add(3f)
                    .div(6f)
                    .max(0f)
                    .min(1f)
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void hardswish(long x, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER);
            v.add(3f).div(6f).max(0f).min(1f).mul(v).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void scale(long x, long y, int bytes, float factor, float bias) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER)
                    .mul(factor)
                    .add(bias)
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void clamp(long x, long y, int bytes, float lower, float upper) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, x + i, ORDER)
                    .max(lower)
                    .min(upper)
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void add(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void sub(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .sub(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void mul(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .mul(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void div(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .div(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void min(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .min(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void max(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER)
                    .max(FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void add(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).add(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void sub(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).sub(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void mul(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).mul(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void div(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).div(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void min(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).min(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void max(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER).max(b).intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
