package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.TileMemory;

/**
 * The products of a tile's queries with all keys of a head, in the way that suits the number of queries: one meets the keys
 * as they are stored; a few meet four decoded keys at a time; many meet panels of keys.
 */
final class AttentionScores {
    /** Packing a panel takes the time of about 30 queries. */
    private static final int LEAST_PACKED = 24;

    private final AttentionShape shape;
    private final View keys;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final boolean packed;
    private final int step;
    private final long pad;
    private final long decoded;

    AttentionScores(KernelCall call, AttentionShape shape, long memory) {
        this.shape = shape;
        this.keys = call.input(1);
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        this.packed = isPacked(shape);
        this.step = packed ? kernels.wideRows() : MatrixKernels.DOT_ROWS;
        this.pad = memory;
        this.decoded = pad + MatrixKernels.PAD_BYTES;
    }

    /** The memory that it needs. */
    static long bytes(KernelCall call, AttentionShape shape) {
        int rows = isPacked(shape) ? call.kernels().matrices().wideRows() : MatrixKernels.DOT_ROWS;
        return MatrixKernels.PAD_BYTES + AttentionShape.floats((long) rows * shape.keyLength());
    }

    private static boolean isPacked(AttentionShape shape) {
        return shape.columns() >= LEAST_PACKED && shape.keyLength() <= MatrixKernels.MOST_DEPTH;
    }

    /** Writes a row of scores for each of {@code columns} queries; rows of both are without gaps. */
    void score(long keyHead, long batch, long queries, int columns, long scores) {
        boolean asStored =
                columns == 1 && kernels.hasDotOne(keys.type()) && keys.layout().hasContiguousRows();
        for (int key = 0; key < shape.keys(); key += step) {
            int count = Math.min(step, shape.keys() - key);
            long from = keys.row(key, keyHead, batch);
            long target = scores + (long) Float.BYTES * key;
            if (asStored && !packed) {
                long stride = keys.strides().s1();
                kernels.dotOne(keys.type(), from, stride, count, queries, shape.keyLength(), target, pad);
            } else if (packed) {
                tile(from, count, queries, columns, target);
            } else {
                dot(from, count, queries, columns, target);
            }
        }
    }

    private long rowBytes() {
        return (long) Float.BYTES * shape.keyLength();
    }

    private long scoreBytes() {
        return (long) Float.BYTES * shape.keys();
    }

    /** Where keys are as f32: in place, or decoded. */
    private long read(long from, int count) {
        if (keys.hasPlainRows()) {
            return from;
        }
        for (int i = 0; i < count; i++) {
            staging.decode(keys, from + i * keys.strides().s1(), 0, shape.keyLength(), decoded + i * rowBytes());
        }
        return decoded;
    }

    private long stride() {
        return keys.hasPlainRows() ? keys.strides().s1() : rowBytes();
    }

    private void tile(long from, int count, long queries, int columns, long target) {
        TileMemory memory = TileMemory.of(kernels);
        kernels.pack(read(from, count), stride(), count, shape.keyLength(), step, memory, 0, pad);
        for (int column = 0; column < columns; column += kernels.tileColumns()) {
            kernels.tile(
                    memory,
                    step,
                    shape.keyLength(),
                    queries + rowBytes() * column,
                    rowBytes(),
                    count,
                    Math.min(kernels.tileColumns(), columns - column),
                    target + scoreBytes() * column,
                    scoreBytes(),
                    false);
        }
    }

    private void dot(long from, int count, long queries, int columns, long target) {
        long a = read(from, count);
        for (int column = 0; column < columns; column += MatrixKernels.DOT_COLUMNS) {
            kernels.dot(
                    a,
                    stride(),
                    count,
                    queries + rowBytes() * column,
                    rowBytes(),
                    Math.min(MatrixKernels.DOT_COLUMNS, columns - column),
                    shape.keyLength(),
                    target + scoreBytes() * column,
                    scoreBytes(),
                    false,
                    pad);
        }
    }
}
