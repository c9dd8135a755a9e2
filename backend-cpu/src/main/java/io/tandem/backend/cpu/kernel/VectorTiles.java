package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/**
 * Outer products of a panel and up to six columns: four vectors of the panel meet each column's element, which is loaded
 * and spread over a vector in one instruction. 24 sums stay in registers, and 10 loads feed 24 multiply-adds.
 *
 * <p>Measured on a 512-bit machine with a peak of 187 GFLOP/s: 4 vectors × 6 columns 153, 2 × 6 121, 2 × 12 133, 3 × 8 135.
 * The columns are read where they lie; packing them too gained nothing. Slices, instead of addresses in all memory, gain a
 * third here: their range checks leave the loop. Columns that are missing repeat the last one, and their sums are dropped.
 *
 * <p>The sums go through memory to a loop of its own that places them: with that in the same method, compiling it took 4
 * seconds of a processor after the start of a JVM instead of 1.3.
 */
final class VectorTiles {
    /** The most columns. */
    static final int COLUMNS = 6;

    private VectorTiles() {}

    /**
     * c[j][i] (+)= Σ panel[k][i] · b[j][k] for i below rows and j below columns, with a panel of four vectors or two;
     * {@code sums} is memory for a tile.
     */
    static void multiply(
            int width,
            long panel,
            int panelStride,
            int depth,
            long b,
            long bStride,
            int rows,
            int columns,
            long c,
            long cStride,
            boolean accumulate,
            long sums) {
        if (width == 4 * COUNT) {
            four(panel, panelStride, depth, b, bStride, columns, sums);
        } else {
            two(panel, panelStride, depth, b, bStride, columns, sums);
        }
        for (int j = 0; j < columns; j++) {
            long from = sums + (long) Float.BYTES * j * width;
            if (accumulate) {
                add(from, c + j * cStride, rows);
            } else {
                store(from, c + j * cStride, rows);
            }
        }
    }

    private static void store(long from, long to, int rows) {
        for (int i = 0; i < Lanes.whole(rows); i += COUNT) {
            long at = (long) Float.BYTES * i;
            FloatVector.fromMemorySegment(FLOATS, ALL, from + at, ORDER).intoMemorySegment(ALL, to + at, ORDER);
        }
        for (int i = Lanes.whole(rows); i < rows; i++) {
            writeFloat(to + (long) Float.BYTES * i, readFloat(from + (long) Float.BYTES * i));
        }
    }

    private static void add(long from, long to, int rows) {
        for (int i = 0; i < Lanes.whole(rows); i += COUNT) {
            long at = (long) Float.BYTES * i;
            FloatVector.fromMemorySegment(FLOATS, ALL, to + at, ORDER)
                    .add(FloatVector.fromMemorySegment(FLOATS, ALL, from + at, ORDER))
                    .intoMemorySegment(ALL, to + at, ORDER);
        }
        for (int i = Lanes.whole(rows); i < rows; i++) {
            long at = to + (long) Float.BYTES * i;
            writeFloat(at, readFloat(at) + readFloat(from + (long) Float.BYTES * i));
        }
    }

    /** A panel of four vectors. */
    private static void four(
            long panel, int panelStride, int depth, long b, long bStride, int columns, long sums) {
        MemorySegment a = ALL.asSlice(panel, (long) panelStride * depth);
        long bytes = (long) Float.BYTES * depth;
        MemorySegment b0 = ALL.asSlice(b, bytes);
        MemorySegment b1 = ALL.asSlice(b + Math.min(1, columns - 1) * bStride, bytes);
        MemorySegment b2 = ALL.asSlice(b + Math.min(2, columns - 1) * bStride, bytes);
        MemorySegment b3 = ALL.asSlice(b + Math.min(3, columns - 1) * bStride, bytes);
        MemorySegment b4 = ALL.asSlice(b + Math.min(4, columns - 1) * bStride, bytes);
        MemorySegment b5 = ALL.asSlice(b + Math.min(5, columns - 1) * bStride, bytes);
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
            int row = k * panelStride;
            int at = Float.BYTES * k;
            FloatVector a0 = FloatVector.fromMemorySegment(FLOATS, a, row, ORDER);
            FloatVector a1 = FloatVector.fromMemorySegment(FLOATS, a, row + BYTES, ORDER);
            FloatVector a2 = FloatVector.fromMemorySegment(FLOATS, a, row + 2 * BYTES, ORDER);
            FloatVector a3 = FloatVector.fromMemorySegment(FLOATS, a, row + 3 * BYTES, ORDER);
            FloatVector x0 = FloatVector.broadcast(FLOATS, b0.get(Memory.FLOAT, at));
            c00 = x0.fma(a0, c00);
            c01 = x0.fma(a1, c01);
            c02 = x0.fma(a2, c02);
            c03 = x0.fma(a3, c03);
            FloatVector x1 = FloatVector.broadcast(FLOATS, b1.get(Memory.FLOAT, at));
            c10 = x1.fma(a0, c10);
            c11 = x1.fma(a1, c11);
            c12 = x1.fma(a2, c12);
            c13 = x1.fma(a3, c13);
            FloatVector x2 = FloatVector.broadcast(FLOATS, b2.get(Memory.FLOAT, at));
            c20 = x2.fma(a0, c20);
            c21 = x2.fma(a1, c21);
            c22 = x2.fma(a2, c22);
            c23 = x2.fma(a3, c23);
            FloatVector x3 = FloatVector.broadcast(FLOATS, b3.get(Memory.FLOAT, at));
            c30 = x3.fma(a0, c30);
            c31 = x3.fma(a1, c31);
            c32 = x3.fma(a2, c32);
            c33 = x3.fma(a3, c33);
            FloatVector x4 = FloatVector.broadcast(FLOATS, b4.get(Memory.FLOAT, at));
            c40 = x4.fma(a0, c40);
            c41 = x4.fma(a1, c41);
            c42 = x4.fma(a2, c42);
            c43 = x4.fma(a3, c43);
            FloatVector x5 = FloatVector.broadcast(FLOATS, b5.get(Memory.FLOAT, at));
            c50 = x5.fma(a0, c50);
            c51 = x5.fma(a1, c51);
            c52 = x5.fma(a2, c52);
            c53 = x5.fma(a3, c53);
        }
        c00.intoMemorySegment(ALL, sums, ORDER);
        c01.intoMemorySegment(ALL, sums + BYTES, ORDER);
        c02.intoMemorySegment(ALL, sums + 2L * BYTES, ORDER);
        c03.intoMemorySegment(ALL, sums + 3L * BYTES, ORDER);
        c10.intoMemorySegment(ALL, sums + 4L * BYTES, ORDER);
        c11.intoMemorySegment(ALL, sums + 5L * BYTES, ORDER);
        c12.intoMemorySegment(ALL, sums + 6L * BYTES, ORDER);
        c13.intoMemorySegment(ALL, sums + 7L * BYTES, ORDER);
        c20.intoMemorySegment(ALL, sums + 8L * BYTES, ORDER);
        c21.intoMemorySegment(ALL, sums + 9L * BYTES, ORDER);
        c22.intoMemorySegment(ALL, sums + 10L * BYTES, ORDER);
        c23.intoMemorySegment(ALL, sums + 11L * BYTES, ORDER);
        c30.intoMemorySegment(ALL, sums + 12L * BYTES, ORDER);
        c31.intoMemorySegment(ALL, sums + 13L * BYTES, ORDER);
        c32.intoMemorySegment(ALL, sums + 14L * BYTES, ORDER);
        c33.intoMemorySegment(ALL, sums + 15L * BYTES, ORDER);
        c40.intoMemorySegment(ALL, sums + 16L * BYTES, ORDER);
        c41.intoMemorySegment(ALL, sums + 17L * BYTES, ORDER);
        c42.intoMemorySegment(ALL, sums + 18L * BYTES, ORDER);
        c43.intoMemorySegment(ALL, sums + 19L * BYTES, ORDER);
        c50.intoMemorySegment(ALL, sums + 20L * BYTES, ORDER);
        c51.intoMemorySegment(ALL, sums + 21L * BYTES, ORDER);
        c52.intoMemorySegment(ALL, sums + 22L * BYTES, ORDER);
        c53.intoMemorySegment(ALL, sums + 23L * BYTES, ORDER);
    }

    /** A panel of two vectors: for few rows, and where 16 registers cannot hold 24 sums. */
    private static void two(
            long panel, int panelStride, int depth, long b, long bStride, int columns, long sums) {
        MemorySegment a = ALL.asSlice(panel, (long) panelStride * depth);
        long bytes = (long) Float.BYTES * depth;
        MemorySegment b0 = ALL.asSlice(b, bytes);
        MemorySegment b1 = ALL.asSlice(b + Math.min(1, columns - 1) * bStride, bytes);
        MemorySegment b2 = ALL.asSlice(b + Math.min(2, columns - 1) * bStride, bytes);
        MemorySegment b3 = ALL.asSlice(b + Math.min(3, columns - 1) * bStride, bytes);
        MemorySegment b4 = ALL.asSlice(b + Math.min(4, columns - 1) * bStride, bytes);
        MemorySegment b5 = ALL.asSlice(b + Math.min(5, columns - 1) * bStride, bytes);
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
            int row = k * panelStride;
            int at = Float.BYTES * k;
            FloatVector a0 = FloatVector.fromMemorySegment(FLOATS, a, row, ORDER);
            FloatVector a1 = FloatVector.fromMemorySegment(FLOATS, a, row + BYTES, ORDER);
            FloatVector x0 = FloatVector.broadcast(FLOATS, b0.get(Memory.FLOAT, at));
            c00 = x0.fma(a0, c00);
            c01 = x0.fma(a1, c01);
            FloatVector x1 = FloatVector.broadcast(FLOATS, b1.get(Memory.FLOAT, at));
            c10 = x1.fma(a0, c10);
            c11 = x1.fma(a1, c11);
            FloatVector x2 = FloatVector.broadcast(FLOATS, b2.get(Memory.FLOAT, at));
            c20 = x2.fma(a0, c20);
            c21 = x2.fma(a1, c21);
            FloatVector x3 = FloatVector.broadcast(FLOATS, b3.get(Memory.FLOAT, at));
            c30 = x3.fma(a0, c30);
            c31 = x3.fma(a1, c31);
            FloatVector x4 = FloatVector.broadcast(FLOATS, b4.get(Memory.FLOAT, at));
            c40 = x4.fma(a0, c40);
            c41 = x4.fma(a1, c41);
            FloatVector x5 = FloatVector.broadcast(FLOATS, b5.get(Memory.FLOAT, at));
            c50 = x5.fma(a0, c50);
            c51 = x5.fma(a1, c51);
        }
        c00.intoMemorySegment(ALL, sums, ORDER);
        c01.intoMemorySegment(ALL, sums + BYTES, ORDER);
        c10.intoMemorySegment(ALL, sums + 2L * BYTES, ORDER);
        c11.intoMemorySegment(ALL, sums + 3L * BYTES, ORDER);
        c20.intoMemorySegment(ALL, sums + 4L * BYTES, ORDER);
        c21.intoMemorySegment(ALL, sums + 5L * BYTES, ORDER);
        c30.intoMemorySegment(ALL, sums + 6L * BYTES, ORDER);
        c31.intoMemorySegment(ALL, sums + 7L * BYTES, ORDER);
        c40.intoMemorySegment(ALL, sums + 8L * BYTES, ORDER);
        c41.intoMemorySegment(ALL, sums + 9L * BYTES, ORDER);
        c50.intoMemorySegment(ALL, sums + 10L * BYTES, ORDER);
        c51.intoMemorySegment(ALL, sums + 11L * BYTES, ORDER);
    }
}
