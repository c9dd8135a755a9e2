package io.tandem.backend.cpu.kernel;

import io.tandem.tensor.DType;

/** Matrix products in vectors. */
final class VectorMatrixKernels implements MatrixKernels {
    /** 512-bit x86 vectors and all of ARM's come with 32 registers, others with 16. */
    private static final boolean MANY_REGISTERS = Lanes.COUNT >= 16 || "aarch64".equals(System.getProperty("os.arch"));

    private static final int NARROW = 2 * Lanes.COUNT;
    private static final int WIDE = MANY_REGISTERS ? 4 * Lanes.COUNT : NARROW;

    @Override
    public int wideRows() {
        return WIDE;
    }

    @Override
    public int narrowRows() {
        return NARROW;
    }

    @Override
    public int tileColumns() {
        return VectorTiles.COLUMNS;
    }

    @Override
    public int mostDotColumns() {
        return 16;
    }

    @Override
    public boolean keepsRowsApart() {
        return false;
    }

    @Override
    public void pack(long a, long rowStride, int rows, int depth, int width, TileMemory memory, int from, long pad) {
        memory.place = memory.panel.address();
        VectorPacking.pack(a, rowStride, rows, depth, width, memory.place + (long) Float.BYTES * from * width, pad);
    }

    /** A panel that lies as it is wanted stays where it is. */
    @Override
    public void packTransposed(long a, long stride, int rows, int depth, int width, TileMemory memory, int from) {
        long bytes = (long) Float.BYTES * width;
        if (from == 0 && rows == width && stride == bytes) {
            memory.place = a;
            return;
        }
        memory.place = memory.panel.address();
        for (int k = 0; k < depth; k++) {
            long row = memory.place + (from + k) * bytes;
            Memory.copy(a + k * stride, row, (long) Float.BYTES * rows);
            Memory.clear(row + (long) Float.BYTES * rows, (long) Float.BYTES * (width - rows));
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
        VectorTiles.multiply(memory, width, depth, b, bStride, rows, columns, c, cStride, accumulate);
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
        VectorDots.block(a, aStride, rows, b, bStride, columns, depth, c, cStride, accumulate, pad);
    }

    @Override
    public boolean hasDotOne(DType type) {
        return switch (type) {
            case F32, F16, BF16 -> true;
            case Q4_0, Q8_0, Q4_K, Q6_K -> Lanes.BLOCKS_FIT;
            default -> false;
        };
    }

    @Override
    public void dotOne(DType type, long a, long aStride, int rows, long b, int depth, long c, long pad) {
        switch (type) {
            case F32 -> VectorDots.one(a, aStride, rows, b, depth, c, pad);
            case F16 -> VectorHalfDots.f16(a, aStride, rows, b, depth, c, pad);
            case BF16 -> VectorHalfDots.bf16(a, aStride, rows, b, depth, c, pad);
            case Q4_0 -> VectorBlockDots.q4(a, aStride, rows, b, depth, c, pad);
            case Q8_0 -> VectorBlockDots.q8(a, aStride, rows, b, depth, c, pad);
            case Q4_K -> VectorGroupDots.q4k(a, aStride, rows, b, depth, c, pad);
            case Q6_K -> VectorGroupDots.q6k(a, aStride, rows, b, depth, c, pad);
            default -> throw new IllegalArgumentException("No dot product of rows of " + type);
        }
    }
}
