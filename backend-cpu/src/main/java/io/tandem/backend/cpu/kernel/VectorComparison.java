package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;

import jdk.incubator.vector.FloatVector;

/** Comparisons of whole vectors, y = 1 or 0, one loop each, as in {@link VectorArithmetic}. */
final class VectorComparison {
    private VectorComparison() {}

    static void equal(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f)
                    .blend(1f, v.compare(EQ, FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER)))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void notEqual(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f)
                    .blend(1f, v.compare(NE, FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER)))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void less(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f)
                    .blend(1f, v.compare(LT, FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER)))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void lessEqual(long a, long b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f)
                    .blend(1f, v.compare(LE, FloatVector.fromMemorySegment(FLOATS, ALL, b + i, ORDER)))
                    .intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void equal(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(EQ, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void notEqual(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(NE, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void less(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(LT, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void lessEqual(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(LE, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void greater(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(GT, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }

    static void greaterEqual(long a, float b, long y, int bytes) {
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, a + i, ORDER);
            FloatVector.broadcast(FLOATS, 0f).blend(1f, v.compare(GE, b)).intoMemorySegment(ALL, y + i, ORDER);
        }
    }
}
