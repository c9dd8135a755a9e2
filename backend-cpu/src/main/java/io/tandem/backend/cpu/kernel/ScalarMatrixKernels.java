package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.tensor.DType;

/** Matrix products one element at a time, four sums side by side. */
final class ScalarMatrixKernels implements MatrixKernels {
    private static final int WIDTH = 4;
    private static final int COLUMNS = 4;

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
        return COLUMNS;
    }

    @Override
    public void pack(long a, long rowStride, int rows, int depth, int width, TileMemory memory, int from, long pad) {
        for (int k = 0; k < depth; k++) {
            for (int i = 0; i < width; i++) {
                float value = i < rows ? readFloat(a + i * rowStride + (long) Float.BYTES * k) : 0;
                memory.panel[(from + k) * width + i] = value;
            }
        }
    }

    @Override
    public void packTransposed(long a, long stride, int rows, int depth, int width, TileMemory memory, int from) {
        for (int k = 0; k < depth; k++) {
            for (int i = 0; i < width; i++) {
                float value = i < rows ? readFloat(a + k * stride + (long) Float.BYTES * i) : 0;
                memory.panel[(from + k) * width + i] = value;
            }
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
        for (int j = 0; j < columns; j++) {
            column(memory.panel, depth, b + j * bStride, memory.sums);
            for (int i = 0; i < rows; i++) {
                long to = c + j * cStride + (long) Float.BYTES * i;
                float sum = memory.sums[i];
                writeFloat(to, accumulate ? readFloat(to) + sum : sum);
            }
        }
    }

    private static void column(float[] panel, int depth, long column, float[] sums) {
        float c0 = 0;
        float c1 = 0;
        float c2 = 0;
        float c3 = 0;
        for (int k = 0; k < depth; k++) {
            float value = readFloat(column + (long) Float.BYTES * k);
            c0 += value * panel[WIDTH * k];
            c1 += value * panel[WIDTH * k + 1];
            c2 += value * panel[WIDTH * k + 2];
            c3 += value * panel[WIDTH * k + 3];
        }
        sums[0] = c0;
        sums[1] = c1;
        sums[2] = c2;
        sums[3] = c3;
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
