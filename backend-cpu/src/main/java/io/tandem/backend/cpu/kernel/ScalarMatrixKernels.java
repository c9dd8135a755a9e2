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
    public void pack(long a, long rowStride, int rows, int depth, int width, long panel, long pad) {
        for (int k = 0; k < depth; k++) {
            for (int i = 0; i < width; i++) {
                float value = i < rows ? readFloat(a + i * rowStride + (long) Float.BYTES * k) : 0;
                writeFloat(panel + (long) Float.BYTES * ((long) k * width + i), value);
            }
        }
    }

    @Override
    public void tile(
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
            long pad) {
        for (int j = 0; j < columns; j++) {
            column(panel, panelStride, depth, b + j * bStride, pad);
            for (int i = 0; i < rows; i++) {
                long to = c + j * cStride + (long) Float.BYTES * i;
                float sum = readFloat(pad + (long) Float.BYTES * i);
                writeFloat(to, accumulate ? readFloat(to) + sum : sum);
            }
        }
    }

    private static void column(long panel, int panelStride, int depth, long column, long sums) {
        float c0 = 0;
        float c1 = 0;
        float c2 = 0;
        float c3 = 0;
        for (int k = 0; k < depth; k++) {
            float value = readFloat(column + (long) Float.BYTES * k);
            long at = panel + (long) k * panelStride;
            c0 += value * readFloat(at);
            c1 += value * readFloat(at + 4);
            c2 += value * readFloat(at + 8);
            c3 += value * readFloat(at + 12);
        }
        writeFloat(sums, c0);
        writeFloat(sums + 4, c1);
        writeFloat(sums + 8, c2);
        writeFloat(sums + 12, c3);
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
