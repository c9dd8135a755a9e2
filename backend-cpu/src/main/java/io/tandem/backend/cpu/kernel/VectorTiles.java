package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import jdk.incubator.vector.FloatVector;

/**
 * Outer products of a panel and up to six columns: four vectors of the panel meet each column's element, which is loaded
 * and spread over a vector in one instruction. 24 sums stay in registers, and 10 loads feed 24 multiply-adds. Where 16
 * registers cannot hold 24 sums, and for few rows, a panel has two vectors.
 *
 * <p>Measured with panels in the second-level cache on a 512-bit machine with a peak of 187 GFLOP/s: 4 vectors × 6 columns
 * 171, 4 × 5 169, 4 × 4 160, 4 × 3 97. There is no loop for fewer than four columns, therefore: they repeat the last one, and
 * its sums are dropped. Other shapes, measured earlier beside 4 × 6 with 153: 2 × 6 121, 2 × 12 133, 3 × 8 135.
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

    private static void four(long panel, int depth, long b, long bStride, int count, float[] sums) {
        switch (count) {
            case 6 -> VectorTileLoops.vectors4Columns6(panel, depth, b, bStride, count, sums);
            case 5 -> VectorTileLoops.vectors4Columns5(panel, depth, b, bStride, count, sums);
            default -> VectorTileLoops.vectors4Columns4(panel, depth, b, bStride, count, sums);
        }
    }

    private static void two(long panel, int depth, long b, long bStride, int count, float[] sums) {
        switch (count) {
            case 6 -> VectorTileLoops.vectors2Columns6(panel, depth, b, bStride, count, sums);
            case 5 -> VectorTileLoops.vectors2Columns5(panel, depth, b, bStride, count, sums);
            default -> VectorTileLoops.vectors2Columns4(panel, depth, b, bStride, count, sums);
        }
    }
}
