package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Lanes.SHORTS;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.SHORT;
import static io.tandem.backend.cpu.kernel.Memory.positive;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Dot products of rows of 16-bit floats with one f32 row: four rows of BF16, decoded in registers, or one of F16. */
final class VectorHalfDots {
    private VectorHalfDots() {}

    /** Rows of BF16. */
    static void bf16(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a0 = positive(a);
        long b0 = positive(b);
        long a1 = positive(a + Math.min(1, rows - 1) * aStride);
        long a2 = positive(a + Math.min(2, rows - 1) * aStride);
        long a3 = positive(a + Math.min(3, rows - 1) * aStride);
        FloatVector c0 = FloatVector.zero(FLOATS);
        FloatVector c1 = FloatVector.zero(FLOATS);
        FloatVector c2 = FloatVector.zero(FLOATS);
        FloatVector c3 = FloatVector.zero(FLOATS);
        for (int k = 0; k < Lanes.whole(depth); k += COUNT) {
            long at = Short.BYTES * positive(k);
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, b0 + 2 * at, ORDER);
            IntVector x0 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a0 + at, ORDER).convertShape(S2I, INTS, 0);
            c0 = x0.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c0);
            IntVector x1 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a1 + at, ORDER).convertShape(S2I, INTS, 0);
            c1 = x1.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c1);
            IntVector x2 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a2 + at, ORDER).convertShape(S2I, INTS, 0);
            c2 = x2.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c2);
            IntVector x3 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a3 + at, ORDER).convertShape(S2I, INTS, 0);
            c3 = x3.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c3);
        }
        c0.intoMemorySegment(ALL, pad, ORDER);
        c1.intoMemorySegment(ALL, pad + BYTES, ORDER);
        c2.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c3.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            float sum = VectorDots.sumLanes(pad + (long) i * BYTES);
            for (int k = Lanes.whole(depth); k < depth; k++) {
                short bits = ALL.get(SHORT, a + i * aStride + (long) Short.BYTES * k);
                sum = Math.fma(Float.intBitsToFloat(bits << 16), readFloat(b + (long) Float.BYTES * k), sum);
            }
            Memory.writeFloat(c + (long) Float.BYTES * i, sum);
        }
    }

    /** Rows of F16, a part of a row at a time. */
    static void f16(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        Halves halves = Halves.ofThread();
        for (int row = 0; row < rows; row++) {
            Memory.clear(pad, BYTES);
            float rest = 0;
            for (int from = 0; from < depth; from += Halves.PART) {
                int count = Math.min(Halves.PART, depth - from);
                long other = b + (long) Float.BYTES * from;
                halves.decode(a + row * aStride + (long) Short.BYTES * from, count);
                addProducts(halves.values, other, Lanes.whole(count), pad);
                for (int k = Lanes.whole(count); k < count; k++) {
                    rest = Math.fma(halves.values[k], readFloat(other + (long) Float.BYTES * k), rest);
                }
            }
            Memory.writeFloat(c + (long) Float.BYTES * row, VectorDots.sumLanes(pad) + rest);
        }
    }

    /** Adds the products of whole vectors to the vector at {@code sums}. */
    private static void addProducts(float[] values, long other, int count, long sums) {
        long start = positive(other);
        FloatVector even = FloatVector.fromMemorySegment(FLOATS, ALL, sums, ORDER);
        FloatVector odd = FloatVector.zero(FLOATS);
        int k = 0;
        for (; k + COUNT < count; k += 2 * COUNT) {
            long at = start + Float.BYTES * positive(k);
            FloatVector v = FloatVector.fromArray(FLOATS, values, k);
            even = v.fma(FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER), even);
            FloatVector w = FloatVector.fromArray(FLOATS, values, k + COUNT);
            odd = w.fma(FloatVector.fromMemorySegment(FLOATS, ALL, at + BYTES, ORDER), odd);
        }
        if (k < count) {
            long at = start + Float.BYTES * positive(k);
            FloatVector v = FloatVector.fromArray(FLOATS, values, k);
            even = v.fma(FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER), even);
        }
        Lanes.known(even).add(odd).intoMemorySegment(ALL, sums, ORDER);
    }
}
