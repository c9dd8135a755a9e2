package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import jdk.incubator.vector.FloatVector;

/**
 * Outer products of a panel and up to six columns: four vectors of the panel meet each column's element, which is loaded
 * and spread over a vector in one instruction. 24 sums stay in registers, and 10 loads feed 24 multiply-adds.
 *
 * <p>Measured on a 512-bit machine with a peak of 187 GFLOP/s: 4 vectors × 6 columns 153, 2 × 6 121, 2 × 12 133, 3 × 8 135.
 * Columns that are missing repeat the last one, and their sums are dropped.
 *
 * <p>The sums go through an array to a loop of its own that places them: with that in the same method, compiling it took 4
 * seconds of a processor after the start of a JVM instead of 1.3.
 */
final class VectorTiles {
    /** The most columns. */
    static final int COLUMNS = 6;

    private VectorTiles() {}

    /** See {@link MatrixKernels#tile}. */
    static void multiply(
            TileMemory memory,
            int width,
            int depth,
            long b,
            long bStride,
            int rows,
            int columns,
            long c,
            long cStride,
            boolean accumulate) {
        if (width == 4 * COUNT) {
            four(memory.place, depth, b, bStride, columns, memory.sums);
        } else {
            two(memory.place, depth, b, bStride, columns, memory.sums);
        }
        for (int j = 0; j < columns; j++) {
            if (accumulate) {
                add(memory.sums, j * width, c + j * cStride, rows);
            } else {
                store(memory.sums, j * width, c + j * cStride, rows);
            }
        }
    }

    private static void store(float[] sums, int from, long to, int rows) {
        int whole = Lanes.whole(rows);
        for (int i = 0; i < whole; i += COUNT) {
            FloatVector.fromArray(FLOATS, sums, from + i).intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
        }
        for (int i = whole; i < rows; i++) {
            writeFloat(to + (long) Float.BYTES * i, sums[from + i]);
        }
    }

    private static void add(float[] sums, int from, long to, int rows) {
        int whole = Lanes.whole(rows);
        for (int i = 0; i < whole; i += COUNT) {
            long at = to + (long) Float.BYTES * i;
            FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER)
                    .add(FloatVector.fromArray(FLOATS, sums, from + i))
                    .intoMemorySegment(ALL, at, ORDER);
        }
        for (int i = whole; i < rows; i++) {
            long at = to + (long) Float.BYTES * i;
            writeFloat(at, readFloat(at) + sums[from + i]);
        }
    }

    /** A panel of four vectors. */
    private static void four(long panel, int depth, long b, long bStride, int count, float[] sums) {
        long b1 = b + Math.min(1, count - 1) * bStride;
        long b2 = b + Math.min(2, count - 1) * bStride;
        long b3 = b + Math.min(3, count - 1) * bStride;
        long b4 = b + Math.min(4, count - 1) * bStride;
        long b5 = b + Math.min(5, count - 1) * bStride;
        FloatVector zero = FloatVector.zero(FLOATS);
        FloatVector c00 = zero;
        FloatVector c01 = zero;
        FloatVector c02 = zero;
        FloatVector c03 = zero;
        FloatVector c10 = zero;
        FloatVector c11 = zero;
        FloatVector c12 = zero;
        FloatVector c13 = zero;
        FloatVector c20 = zero;
        FloatVector c21 = zero;
        FloatVector c22 = zero;
        FloatVector c23 = zero;
        FloatVector c30 = zero;
        FloatVector c31 = zero;
        FloatVector c32 = zero;
        FloatVector c33 = zero;
        FloatVector c40 = zero;
        FloatVector c41 = zero;
        FloatVector c42 = zero;
        FloatVector c43 = zero;
        FloatVector c50 = zero;
        FloatVector c51 = zero;
        FloatVector c52 = zero;
        FloatVector c53 = zero;
        for (int k = 0; k < depth; k++) {
            long row = panel + (long) k * 4 * BYTES;
            FloatVector a0 = FloatVector.fromMemorySegment(FLOATS, ALL, row, ORDER);
            FloatVector a1 = FloatVector.fromMemorySegment(FLOATS, ALL, row + BYTES, ORDER);
            FloatVector a2 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 2L * BYTES, ORDER);
            FloatVector a3 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 3L * BYTES, ORDER);
            FloatVector x0 = FloatVector.broadcast(FLOATS, readFloat(b + (long) Float.BYTES * k));
            c00 = x0.fma(a0, c00);
            c01 = x0.fma(a1, c01);
            c02 = x0.fma(a2, c02);
            c03 = x0.fma(a3, c03);
            FloatVector x1 = FloatVector.broadcast(FLOATS, readFloat(b1 + (long) Float.BYTES * k));
            c10 = x1.fma(a0, c10);
            c11 = x1.fma(a1, c11);
            c12 = x1.fma(a2, c12);
            c13 = x1.fma(a3, c13);
            FloatVector x2 = FloatVector.broadcast(FLOATS, readFloat(b2 + (long) Float.BYTES * k));
            c20 = x2.fma(a0, c20);
            c21 = x2.fma(a1, c21);
            c22 = x2.fma(a2, c22);
            c23 = x2.fma(a3, c23);
            FloatVector x3 = FloatVector.broadcast(FLOATS, readFloat(b3 + (long) Float.BYTES * k));
            c30 = x3.fma(a0, c30);
            c31 = x3.fma(a1, c31);
            c32 = x3.fma(a2, c32);
            c33 = x3.fma(a3, c33);
            FloatVector x4 = FloatVector.broadcast(FLOATS, readFloat(b4 + (long) Float.BYTES * k));
            c40 = x4.fma(a0, c40);
            c41 = x4.fma(a1, c41);
            c42 = x4.fma(a2, c42);
            c43 = x4.fma(a3, c43);
            FloatVector x5 = FloatVector.broadcast(FLOATS, readFloat(b5 + (long) Float.BYTES * k));
            c50 = x5.fma(a0, c50);
            c51 = x5.fma(a1, c51);
            c52 = x5.fma(a2, c52);
            c53 = x5.fma(a3, c53);
        }
        c00.intoArray(sums, 0);
        c01.intoArray(sums, COUNT);
        c02.intoArray(sums, 2 * COUNT);
        c03.intoArray(sums, 3 * COUNT);
        c10.intoArray(sums, 4 * COUNT);
        c11.intoArray(sums, 5 * COUNT);
        c12.intoArray(sums, 6 * COUNT);
        c13.intoArray(sums, 7 * COUNT);
        c20.intoArray(sums, 8 * COUNT);
        c21.intoArray(sums, 9 * COUNT);
        c22.intoArray(sums, 10 * COUNT);
        c23.intoArray(sums, 11 * COUNT);
        c30.intoArray(sums, 12 * COUNT);
        c31.intoArray(sums, 13 * COUNT);
        c32.intoArray(sums, 14 * COUNT);
        c33.intoArray(sums, 15 * COUNT);
        c40.intoArray(sums, 16 * COUNT);
        c41.intoArray(sums, 17 * COUNT);
        c42.intoArray(sums, 18 * COUNT);
        c43.intoArray(sums, 19 * COUNT);
        c50.intoArray(sums, 20 * COUNT);
        c51.intoArray(sums, 21 * COUNT);
        c52.intoArray(sums, 22 * COUNT);
        c53.intoArray(sums, 23 * COUNT);
    }

    /** A panel of two vectors: for few rows, and where 16 registers cannot hold 24 sums. */
    private static void two(long panel, int depth, long b, long bStride, int count, float[] sums) {
        long b1 = b + Math.min(1, count - 1) * bStride;
        long b2 = b + Math.min(2, count - 1) * bStride;
        long b3 = b + Math.min(3, count - 1) * bStride;
        long b4 = b + Math.min(4, count - 1) * bStride;
        long b5 = b + Math.min(5, count - 1) * bStride;
        FloatVector zero = FloatVector.zero(FLOATS);
        FloatVector c00 = zero;
        FloatVector c01 = zero;
        FloatVector c10 = zero;
        FloatVector c11 = zero;
        FloatVector c20 = zero;
        FloatVector c21 = zero;
        FloatVector c30 = zero;
        FloatVector c31 = zero;
        FloatVector c40 = zero;
        FloatVector c41 = zero;
        FloatVector c50 = zero;
        FloatVector c51 = zero;
        for (int k = 0; k < depth; k++) {
            long row = panel + (long) k * 2 * BYTES;
            FloatVector a0 = FloatVector.fromMemorySegment(FLOATS, ALL, row, ORDER);
            FloatVector a1 = FloatVector.fromMemorySegment(FLOATS, ALL, row + BYTES, ORDER);
            FloatVector x0 = FloatVector.broadcast(FLOATS, readFloat(b + (long) Float.BYTES * k));
            c00 = x0.fma(a0, c00);
            c01 = x0.fma(a1, c01);
            FloatVector x1 = FloatVector.broadcast(FLOATS, readFloat(b1 + (long) Float.BYTES * k));
            c10 = x1.fma(a0, c10);
            c11 = x1.fma(a1, c11);
            FloatVector x2 = FloatVector.broadcast(FLOATS, readFloat(b2 + (long) Float.BYTES * k));
            c20 = x2.fma(a0, c20);
            c21 = x2.fma(a1, c21);
            FloatVector x3 = FloatVector.broadcast(FLOATS, readFloat(b3 + (long) Float.BYTES * k));
            c30 = x3.fma(a0, c30);
            c31 = x3.fma(a1, c31);
            FloatVector x4 = FloatVector.broadcast(FLOATS, readFloat(b4 + (long) Float.BYTES * k));
            c40 = x4.fma(a0, c40);
            c41 = x4.fma(a1, c41);
            FloatVector x5 = FloatVector.broadcast(FLOATS, readFloat(b5 + (long) Float.BYTES * k));
            c50 = x5.fma(a0, c50);
            c51 = x5.fma(a1, c51);
        }
        c00.intoArray(sums, 0);
        c01.intoArray(sums, COUNT);
        c10.intoArray(sums, 2 * COUNT);
        c11.intoArray(sums, 3 * COUNT);
        c20.intoArray(sums, 4 * COUNT);
        c21.intoArray(sums, 5 * COUNT);
        c30.intoArray(sums, 6 * COUNT);
        c31.intoArray(sums, 7 * COUNT);
        c40.intoArray(sums, 8 * COUNT);
        c41.intoArray(sums, 9 * COUNT);
        c50.intoArray(sums, 10 * COUNT);
        c51.intoArray(sums, 11 * COUNT);
    }
}
