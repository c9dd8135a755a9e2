package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.FLOAT;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.tensor.DType;
import java.lang.foreign.MemorySegment;

/** Matrix products without the Vector API: see {@link ScalarTiles}. */
final class ScalarMatrixKernels implements MatrixKernels {
    /** Long: at both ends of a loop in vectors, some elements are computed one by one. */
    static final int WIDTH = 384;

    /** Rows that are turned over at a time. */
    private static final int TURNED = 4;

    @Override
    public int wideRows() {
        return WIDTH;
    }

    @Override
    public int narrowRows() {
        return WIDTH;
    }

    @Override
    public int tileColumns() {
        return ScalarTiles.COLUMNS;
    }

    @Override
    public int mostDotColumns() {
        return 1;
    }

    @Override
    public boolean keepsRowsApart() {
        return true;
    }

    /** The columns' memory, which a tile fills later, holds a few rows before they are turned over. */
    @Override
    public void pack(long a, long rowStride, int rows, int depth, int width, TileMemory memory, int from, long pad) {
        for (int i = 0; i < rows; i += TURNED) {
            int count = Math.min(TURNED, rows - i);
            for (int r = 0; r < count; r++) {
                MemorySegment.copy(ALL, FLOAT, a + (i + r) * rowStride, memory.columns, r * depth, depth);
            }
            turn(memory.columns, count, depth, memory.panelRows, from, i);
        }
    }

    private static void turn(float[] rows, int count, int depth, float[][] panel, int from, int at) {
        for (int k = 0; k < depth; k++) {
            float[] row = panel[from + k];
            for (int r = 0; r < count; r++) {
                row[at + r] = rows[r * depth + k];
            }
        }
    }

    @Override
    public void packTransposed(long a, long stride, int rows, int depth, int width, TileMemory memory, int from) {
        for (int k = 0; k < depth; k++) {
            MemorySegment.copy(ALL, FLOAT, a + k * stride, memory.panelRows[from + k], 0, rows);
        }
    }

    @Override
    public void tile(
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
        ScalarTiles.multiply(memory, depth, b, bStride, rows, columns, c, cStride, accumulate);
    }

    @Override
    public void dot(
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
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                float sum = dot(a + i * aStride, b + j * bStride, depth);
                long at = c + j * cStride + (long) Float.BYTES * i;
                writeFloat(at, accumulate ? readFloat(at) + sum : sum);
            }
        }
    }

    private static float dot(long a, long b, int depth) {
        float even = 0;
        float odd = 0;
        int k = 0;
        for (; k + 1 < depth; k += 2) {
            long at = (long) Float.BYTES * k;
            even += readFloat(a + at) * readFloat(b + at);
            odd += readFloat(a + at + Float.BYTES) * readFloat(b + at + Float.BYTES);
        }
        if (k < depth) {
            even += readFloat(a + (long) Float.BYTES * k) * readFloat(b + (long) Float.BYTES * k);
        }
        return even + odd;
    }

    @Override
    public boolean hasDotOne(DType type) {
        return type == DType.F32;
    }

    @Override
    public void dotOne(DType type, long a, long aStride, int rows, long b, int depth, long c, long pad) {
        dot(a, aStride, rows, b, 0, 1, depth, c, 0, false, pad);
    }
}
