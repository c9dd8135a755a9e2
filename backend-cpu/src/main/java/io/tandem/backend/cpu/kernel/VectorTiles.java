package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/**
 * Outer products of a panel and up to six columns: four vectors of the panel meet each column's element, which is loaded
 * and spread over a vector in one instruction. 24 sums stay in registers, and 10 loads feed 24 multiply-adds.
 *
 * <p>Measured on a 512-bit machine with a peak of 187 GFLOP/s: 4 vectors × 6 columns 153, 2 × 6 121, 2 × 12 133, 3 × 8 135.
 * The columns are read where they lie; packing them too gained nothing. Slices, instead of addresses in all memory, gain a
 * third here: their range checks leave the loop.
 */
final class VectorTiles {
    /** The most columns. */
    static final int COLUMNS = 6;

    private VectorTiles() {}

    /** c[j][i] (+)= Σ panel[k][i] · b[j][k] for i below four vectors and j below columns. */
    static void wide(
            long panel,
            int panelStride,
            int depth,
            long b,
            long bStride,
            int columns,
            long c,
            long cStride,
            boolean accumulate) {
        MemorySegment a = ALL.asSlice(panel, (long) panelStride * depth);
        long bytes = (long) Float.BYTES * depth;
        MemorySegment b0 = ALL.asSlice(b, bytes);
        MemorySegment b1 = ALL.asSlice(b + Math.min(1, columns - 1) * bStride, bytes);
        MemorySegment b2 = ALL.asSlice(b + Math.min(2, columns - 1) * bStride, bytes);
        MemorySegment b3 = ALL.asSlice(b + Math.min(3, columns - 1) * bStride, bytes);
        MemorySegment b4 = ALL.asSlice(b + Math.min(4, columns - 1) * bStride, bytes);
        MemorySegment b5 = ALL.asSlice(b + Math.min(5, columns - 1) * bStride, bytes);
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
        FloatVector c40 = FloatVector.zero(FLOATS);
        FloatVector c41 = FloatVector.zero(FLOATS);
        FloatVector c42 = FloatVector.zero(FLOATS);
        FloatVector c43 = FloatVector.zero(FLOATS);
        FloatVector c50 = FloatVector.zero(FLOATS);
        FloatVector c51 = FloatVector.zero(FLOATS);
        FloatVector c52 = FloatVector.zero(FLOATS);
        FloatVector c53 = FloatVector.zero(FLOATS);
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
        MemorySegment to0 = ALL.asSlice(c, 4L * BYTES);
        c00 = accumulate ? c00.add(FloatVector.fromMemorySegment(FLOATS, to0, 0, ORDER)) : c00;
        c00.intoMemorySegment(to0, 0, ORDER);
        c01 = accumulate ? c01.add(FloatVector.fromMemorySegment(FLOATS, to0, BYTES, ORDER)) : c01;
        c01.intoMemorySegment(to0, BYTES, ORDER);
        c02 = accumulate ? c02.add(FloatVector.fromMemorySegment(FLOATS, to0, 2L * BYTES, ORDER)) : c02;
        c02.intoMemorySegment(to0, 2L * BYTES, ORDER);
        c03 = accumulate ? c03.add(FloatVector.fromMemorySegment(FLOATS, to0, 3L * BYTES, ORDER)) : c03;
        c03.intoMemorySegment(to0, 3L * BYTES, ORDER);
        if (columns > 1) {
            MemorySegment to1 = ALL.asSlice(c + cStride, 4L * BYTES);
            c10 = accumulate ? c10.add(FloatVector.fromMemorySegment(FLOATS, to1, 0, ORDER)) : c10;
            c10.intoMemorySegment(to1, 0, ORDER);
            c11 = accumulate ? c11.add(FloatVector.fromMemorySegment(FLOATS, to1, BYTES, ORDER)) : c11;
            c11.intoMemorySegment(to1, BYTES, ORDER);
            c12 = accumulate ? c12.add(FloatVector.fromMemorySegment(FLOATS, to1, 2L * BYTES, ORDER)) : c12;
            c12.intoMemorySegment(to1, 2L * BYTES, ORDER);
            c13 = accumulate ? c13.add(FloatVector.fromMemorySegment(FLOATS, to1, 3L * BYTES, ORDER)) : c13;
            c13.intoMemorySegment(to1, 3L * BYTES, ORDER);
        }
        if (columns > 2) {
            MemorySegment to2 = ALL.asSlice(c + 2 * cStride, 4L * BYTES);
            c20 = accumulate ? c20.add(FloatVector.fromMemorySegment(FLOATS, to2, 0, ORDER)) : c20;
            c20.intoMemorySegment(to2, 0, ORDER);
            c21 = accumulate ? c21.add(FloatVector.fromMemorySegment(FLOATS, to2, BYTES, ORDER)) : c21;
            c21.intoMemorySegment(to2, BYTES, ORDER);
            c22 = accumulate ? c22.add(FloatVector.fromMemorySegment(FLOATS, to2, 2L * BYTES, ORDER)) : c22;
            c22.intoMemorySegment(to2, 2L * BYTES, ORDER);
            c23 = accumulate ? c23.add(FloatVector.fromMemorySegment(FLOATS, to2, 3L * BYTES, ORDER)) : c23;
            c23.intoMemorySegment(to2, 3L * BYTES, ORDER);
        }
        if (columns > 3) {
            MemorySegment to3 = ALL.asSlice(c + 3 * cStride, 4L * BYTES);
            c30 = accumulate ? c30.add(FloatVector.fromMemorySegment(FLOATS, to3, 0, ORDER)) : c30;
            c30.intoMemorySegment(to3, 0, ORDER);
            c31 = accumulate ? c31.add(FloatVector.fromMemorySegment(FLOATS, to3, BYTES, ORDER)) : c31;
            c31.intoMemorySegment(to3, BYTES, ORDER);
            c32 = accumulate ? c32.add(FloatVector.fromMemorySegment(FLOATS, to3, 2L * BYTES, ORDER)) : c32;
            c32.intoMemorySegment(to3, 2L * BYTES, ORDER);
            c33 = accumulate ? c33.add(FloatVector.fromMemorySegment(FLOATS, to3, 3L * BYTES, ORDER)) : c33;
            c33.intoMemorySegment(to3, 3L * BYTES, ORDER);
        }
        if (columns > 4) {
            MemorySegment to4 = ALL.asSlice(c + 4 * cStride, 4L * BYTES);
            c40 = accumulate ? c40.add(FloatVector.fromMemorySegment(FLOATS, to4, 0, ORDER)) : c40;
            c40.intoMemorySegment(to4, 0, ORDER);
            c41 = accumulate ? c41.add(FloatVector.fromMemorySegment(FLOATS, to4, BYTES, ORDER)) : c41;
            c41.intoMemorySegment(to4, BYTES, ORDER);
            c42 = accumulate ? c42.add(FloatVector.fromMemorySegment(FLOATS, to4, 2L * BYTES, ORDER)) : c42;
            c42.intoMemorySegment(to4, 2L * BYTES, ORDER);
            c43 = accumulate ? c43.add(FloatVector.fromMemorySegment(FLOATS, to4, 3L * BYTES, ORDER)) : c43;
            c43.intoMemorySegment(to4, 3L * BYTES, ORDER);
        }
        if (columns > 5) {
            MemorySegment to5 = ALL.asSlice(c + 5 * cStride, 4L * BYTES);
            c50 = accumulate ? c50.add(FloatVector.fromMemorySegment(FLOATS, to5, 0, ORDER)) : c50;
            c50.intoMemorySegment(to5, 0, ORDER);
            c51 = accumulate ? c51.add(FloatVector.fromMemorySegment(FLOATS, to5, BYTES, ORDER)) : c51;
            c51.intoMemorySegment(to5, BYTES, ORDER);
            c52 = accumulate ? c52.add(FloatVector.fromMemorySegment(FLOATS, to5, 2L * BYTES, ORDER)) : c52;
            c52.intoMemorySegment(to5, 2L * BYTES, ORDER);
            c53 = accumulate ? c53.add(FloatVector.fromMemorySegment(FLOATS, to5, 3L * BYTES, ORDER)) : c53;
            c53.intoMemorySegment(to5, 3L * BYTES, ORDER);
        }
    }

    /** As {@link #wide}, two vectors wide: for few rows, and where 16 registers cannot hold 24 sums. */
    static void narrow(
            long panel,
            int panelStride,
            int depth,
            long b,
            long bStride,
            int columns,
            long c,
            long cStride,
            boolean accumulate) {
        MemorySegment a = ALL.asSlice(panel, (long) panelStride * depth);
        long bytes = (long) Float.BYTES * depth;
        MemorySegment b0 = ALL.asSlice(b, bytes);
        MemorySegment b1 = ALL.asSlice(b + Math.min(1, columns - 1) * bStride, bytes);
        MemorySegment b2 = ALL.asSlice(b + Math.min(2, columns - 1) * bStride, bytes);
        MemorySegment b3 = ALL.asSlice(b + Math.min(3, columns - 1) * bStride, bytes);
        MemorySegment b4 = ALL.asSlice(b + Math.min(4, columns - 1) * bStride, bytes);
        MemorySegment b5 = ALL.asSlice(b + Math.min(5, columns - 1) * bStride, bytes);
        FloatVector c00 = FloatVector.zero(FLOATS);
        FloatVector c01 = FloatVector.zero(FLOATS);
        FloatVector c10 = FloatVector.zero(FLOATS);
        FloatVector c11 = FloatVector.zero(FLOATS);
        FloatVector c20 = FloatVector.zero(FLOATS);
        FloatVector c21 = FloatVector.zero(FLOATS);
        FloatVector c30 = FloatVector.zero(FLOATS);
        FloatVector c31 = FloatVector.zero(FLOATS);
        FloatVector c40 = FloatVector.zero(FLOATS);
        FloatVector c41 = FloatVector.zero(FLOATS);
        FloatVector c50 = FloatVector.zero(FLOATS);
        FloatVector c51 = FloatVector.zero(FLOATS);
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
        MemorySegment to0 = ALL.asSlice(c, 2L * BYTES);
        c00 = accumulate ? c00.add(FloatVector.fromMemorySegment(FLOATS, to0, 0, ORDER)) : c00;
        c00.intoMemorySegment(to0, 0, ORDER);
        c01 = accumulate ? c01.add(FloatVector.fromMemorySegment(FLOATS, to0, BYTES, ORDER)) : c01;
        c01.intoMemorySegment(to0, BYTES, ORDER);
        if (columns > 1) {
            MemorySegment to1 = ALL.asSlice(c + cStride, 2L * BYTES);
            c10 = accumulate ? c10.add(FloatVector.fromMemorySegment(FLOATS, to1, 0, ORDER)) : c10;
            c10.intoMemorySegment(to1, 0, ORDER);
            c11 = accumulate ? c11.add(FloatVector.fromMemorySegment(FLOATS, to1, BYTES, ORDER)) : c11;
            c11.intoMemorySegment(to1, BYTES, ORDER);
        }
        if (columns > 2) {
            MemorySegment to2 = ALL.asSlice(c + 2 * cStride, 2L * BYTES);
            c20 = accumulate ? c20.add(FloatVector.fromMemorySegment(FLOATS, to2, 0, ORDER)) : c20;
            c20.intoMemorySegment(to2, 0, ORDER);
            c21 = accumulate ? c21.add(FloatVector.fromMemorySegment(FLOATS, to2, BYTES, ORDER)) : c21;
            c21.intoMemorySegment(to2, BYTES, ORDER);
        }
        if (columns > 3) {
            MemorySegment to3 = ALL.asSlice(c + 3 * cStride, 2L * BYTES);
            c30 = accumulate ? c30.add(FloatVector.fromMemorySegment(FLOATS, to3, 0, ORDER)) : c30;
            c30.intoMemorySegment(to3, 0, ORDER);
            c31 = accumulate ? c31.add(FloatVector.fromMemorySegment(FLOATS, to3, BYTES, ORDER)) : c31;
            c31.intoMemorySegment(to3, BYTES, ORDER);
        }
        if (columns > 4) {
            MemorySegment to4 = ALL.asSlice(c + 4 * cStride, 2L * BYTES);
            c40 = accumulate ? c40.add(FloatVector.fromMemorySegment(FLOATS, to4, 0, ORDER)) : c40;
            c40.intoMemorySegment(to4, 0, ORDER);
            c41 = accumulate ? c41.add(FloatVector.fromMemorySegment(FLOATS, to4, BYTES, ORDER)) : c41;
            c41.intoMemorySegment(to4, BYTES, ORDER);
        }
        if (columns > 5) {
            MemorySegment to5 = ALL.asSlice(c + 5 * cStride, 2L * BYTES);
            c50 = accumulate ? c50.add(FloatVector.fromMemorySegment(FLOATS, to5, 0, ORDER)) : c50;
            c50.intoMemorySegment(to5, 0, ORDER);
            c51 = accumulate ? c51.add(FloatVector.fromMemorySegment(FLOATS, to5, BYTES, ORDER)) : c51;
            c51.intoMemorySegment(to5, BYTES, ORDER);
        }
    }
}
