package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.positive;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import jdk.incubator.vector.FloatVector;

/**
 * Dot products of f32 rows where they lie. Rows or columns that are missing repeat the last one and their sums are dropped:
 * a kernel for each count would be 16 kernels.
 */
final class VectorDots {
    private VectorDots() {}

    /** See {@link MatrixKernels#dot}: 16 sums in registers, 8 loads for 16 multiply-adds. */
    static void block(
            long a,
            long aStride,
            int rows,
            long b,
            long bStride,
            int columns,
            int depth,
            long c,
            long cStride,
            boolean accumulate,
            long pad) {
        long a0 = positive(a);
        long a1 = positive(a + Math.min(1, rows - 1) * aStride);
        long a2 = positive(a + Math.min(2, rows - 1) * aStride);
        long a3 = positive(a + Math.min(3, rows - 1) * aStride);
        long b0 = positive(b);
        long b1 = positive(b + Math.min(1, columns - 1) * bStride);
        long b2 = positive(b + Math.min(2, columns - 1) * bStride);
        long b3 = positive(b + Math.min(3, columns - 1) * bStride);
        FloatVector c00 = FloatVector.zero(FLOATS);
        FloatVector c01 = FloatVector.zero(FLOATS);
        FloatVector c02 = FloatVector.zero(FLOATS);
        FloatVector c03 = FloatVector.zero(FLOATS);
        FloatVector c10 = FloatVector.zero(FLOATS);
        FloatVector c11 = FloatVector.zero(FLOATS);
        FloatVector c12 = FloatVector.zero(FLOATS);
        FloatVector c13 = FloatVector.zero(FLOATS);
        FloatVector c20 = FloatVector.zero(FLOATS);
        FloatVector c21 = FloatVector.zero(FLOATS);
        FloatVector c22 = FloatVector.zero(FLOATS);
        FloatVector c23 = FloatVector.zero(FLOATS);
        FloatVector c30 = FloatVector.zero(FLOATS);
        FloatVector c31 = FloatVector.zero(FLOATS);
        FloatVector c32 = FloatVector.zero(FLOATS);
        FloatVector c33 = FloatVector.zero(FLOATS);
        int whole = Float.BYTES * Lanes.whole(depth);
        for (int k = 0; k < whole; k += BYTES) {
            long at = positive(k);
            FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, b0 + at, ORDER);
            FloatVector y1 = FloatVector.fromMemorySegment(FLOATS, ALL, b1 + at, ORDER);
            FloatVector y2 = FloatVector.fromMemorySegment(FLOATS, ALL, b2 + at, ORDER);
            FloatVector y3 = FloatVector.fromMemorySegment(FLOATS, ALL, b3 + at, ORDER);
            FloatVector x0 = FloatVector.fromMemorySegment(FLOATS, ALL, a0 + at, ORDER);
            c00 = x0.fma(y0, c00);
            c01 = x0.fma(y1, c01);
            c02 = x0.fma(y2, c02);
            c03 = x0.fma(y3, c03);
            FloatVector x1 = FloatVector.fromMemorySegment(FLOATS, ALL, a1 + at, ORDER);
            c10 = x1.fma(y0, c10);
            c11 = x1.fma(y1, c11);
            c12 = x1.fma(y2, c12);
            c13 = x1.fma(y3, c13);
            FloatVector x2 = FloatVector.fromMemorySegment(FLOATS, ALL, a2 + at, ORDER);
            c20 = x2.fma(y0, c20);
            c21 = x2.fma(y1, c21);
            c22 = x2.fma(y2, c22);
            c23 = x2.fma(y3, c23);
            FloatVector x3 = FloatVector.fromMemorySegment(FLOATS, ALL, a3 + at, ORDER);
            c30 = x3.fma(y0, c30);
            c31 = x3.fma(y1, c31);
            c32 = x3.fma(y2, c32);
            c33 = x3.fma(y3, c33);
        }
        c00.intoMemorySegment(ALL, pad, ORDER);
        c01.intoMemorySegment(ALL, pad + 1L * BYTES, ORDER);
        c02.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c03.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        c10.intoMemorySegment(ALL, pad + 4L * BYTES, ORDER);
        c11.intoMemorySegment(ALL, pad + 5L * BYTES, ORDER);
        c12.intoMemorySegment(ALL, pad + 6L * BYTES, ORDER);
        c13.intoMemorySegment(ALL, pad + 7L * BYTES, ORDER);
        c20.intoMemorySegment(ALL, pad + 8L * BYTES, ORDER);
        c21.intoMemorySegment(ALL, pad + 9L * BYTES, ORDER);
        c22.intoMemorySegment(ALL, pad + 10L * BYTES, ORDER);
        c23.intoMemorySegment(ALL, pad + 11L * BYTES, ORDER);
        c30.intoMemorySegment(ALL, pad + 12L * BYTES, ORDER);
        c31.intoMemorySegment(ALL, pad + 13L * BYTES, ORDER);
        c32.intoMemorySegment(ALL, pad + 14L * BYTES, ORDER);
        c33.intoMemorySegment(ALL, pad + 15L * BYTES, ORDER);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                float sum = sumLanes(pad + (long) (4 * i + j) * BYTES);
                sum += rest(a + i * aStride, b + j * bStride, Lanes.whole(depth), depth);
                long place = c + j * cStride + (long) Float.BYTES * i;
                writeFloat(place, accumulate ? readFloat(place) + sum : sum);
            }
        }
    }

    /** See {@link MatrixKernels#dotOne}: two vectors of sums a row, so that an addition need not wait for the one before. */
    static void one(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a0 = positive(a);
        long b0 = positive(b);
        long a1 = positive(a + Math.min(1, rows - 1) * aStride);
        long a2 = positive(a + Math.min(2, rows - 1) * aStride);
        long a3 = positive(a + Math.min(3, rows - 1) * aStride);
        FloatVector e0 = FloatVector.zero(FLOATS);
        FloatVector o0 = FloatVector.zero(FLOATS);
        FloatVector e1 = FloatVector.zero(FLOATS);
        FloatVector o1 = FloatVector.zero(FLOATS);
        FloatVector e2 = FloatVector.zero(FLOATS);
        FloatVector o2 = FloatVector.zero(FLOATS);
        FloatVector e3 = FloatVector.zero(FLOATS);
        FloatVector o3 = FloatVector.zero(FLOATS);
        int whole = Float.BYTES * Lanes.whole(depth);
        int k = 0;
        for (; k + BYTES < whole; k += 2 * BYTES) {
            long at = positive(k);
            FloatVector y = FloatVector.fromMemorySegment(FLOATS, ALL, b0 + at, ORDER);
            FloatVector z = FloatVector.fromMemorySegment(FLOATS, ALL, b0 + at + BYTES, ORDER);
            e0 = FloatVector.fromMemorySegment(FLOATS, ALL, a0 + at, ORDER).fma(y, e0);
            o0 = FloatVector.fromMemorySegment(FLOATS, ALL, a0 + at + BYTES, ORDER)
                    .fma(z, o0);
            e1 = FloatVector.fromMemorySegment(FLOATS, ALL, a1 + at, ORDER).fma(y, e1);
            o1 = FloatVector.fromMemorySegment(FLOATS, ALL, a1 + at + BYTES, ORDER)
                    .fma(z, o1);
            e2 = FloatVector.fromMemorySegment(FLOATS, ALL, a2 + at, ORDER).fma(y, e2);
            o2 = FloatVector.fromMemorySegment(FLOATS, ALL, a2 + at + BYTES, ORDER)
                    .fma(z, o2);
            e3 = FloatVector.fromMemorySegment(FLOATS, ALL, a3 + at, ORDER).fma(y, e3);
            o3 = FloatVector.fromMemorySegment(FLOATS, ALL, a3 + at + BYTES, ORDER)
                    .fma(z, o3);
        }
        if (k < whole) {
            long at = positive(k);
            FloatVector y = FloatVector.fromMemorySegment(FLOATS, ALL, b0 + at, ORDER);
            e0 = FloatVector.fromMemorySegment(FLOATS, ALL, a0 + at, ORDER).fma(y, e0);
            e1 = FloatVector.fromMemorySegment(FLOATS, ALL, a1 + at, ORDER).fma(y, e1);
            e2 = FloatVector.fromMemorySegment(FLOATS, ALL, a2 + at, ORDER).fma(y, e2);
            e3 = FloatVector.fromMemorySegment(FLOATS, ALL, a3 + at, ORDER).fma(y, e3);
        }
        e0.add(o0).intoMemorySegment(ALL, pad, ORDER);
        e1.add(o1).intoMemorySegment(ALL, pad + BYTES, ORDER);
        e2.add(o2).intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        e3.add(o3).intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            float sum = sumLanes(pad + (long) i * BYTES) + rest(a + i * aStride, b, Lanes.whole(depth), depth);
            writeFloat(c + (long) Float.BYTES * i, sum);
        }
    }

    /** The sum of a vector in memory. */
    static float sumLanes(long vector) {
        return Lanes.sum(vector);
    }

    /** The products of the elements from {@code from} on. */
    private static float rest(long a, long b, int from, int depth) {
        float sum = 0;
        for (int k = from; k < depth; k++) {
            long at = (long) Float.BYTES * k;
            sum = Math.fma(readFloat(a + at), readFloat(b + at), sum);
        }
        return sum;
    }
}
