package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.TileMemory;

/**
 * The products of a tile's queries with all keys of a head, in the way that suits the number of queries: one meets
 * some decoded keys after the other; a few meet four at a time; many meet panels of keys.
 */
final class AttentionScores {
    /** Packing a panel takes the time of about 30 queries. */
    private static final int LEAST_PACKED = 24;

    /** Keys that one query meets at a time: their decoded rows fit the first-level cache. */
    private static final int KEYS_OF_ONE = 32;

    private final AttentionShape shape;
    private final View keys;
    private final RowKernels rows;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final boolean packed;
    private final boolean gapless;
    private final int step;
    private final long pad;
    private final long decoded;

    AttentionScores(KernelCall call, AttentionShape shape, long memory) {
        this.shape = shape;
        this.keys = call.input(1);
        this.rows = call.kernels().rows();
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        this.packed = isPacked(shape);
        this.gapless = keys.layout().hasContiguousRows()
                && keys.strides().s1() == keys.type().rowBytes(shape.keyLength());
        this.step = step(call, shape);
        this.pad = memory;
        this.decoded = pad + MatrixKernels.PAD_BYTES;
    }

    /** The memory that it needs. */
    static long bytes(KernelCall call, AttentionShape shape) {
        return MatrixKernels.PAD_BYTES + AttentionShape.floats((long) step(call, shape) * shape.keyLength());
    }

    private static int step(KernelCall call, AttentionShape shape) {
        if (isPacked(shape)) {
            return call.kernels().matrices().wideRows();
        }
        return shape.columns() == 1 ? KEYS_OF_ONE : MatrixKernels.DOT_ROWS;
    }

    private static boolean isPacked(AttentionShape shape) {
        return shape.columns() >= LEAST_PACKED && shape.keyLength() <= MatrixKernels.MOST_DEPTH;
    }

    /** Writes a row of scores for each of {@code columns} queries; rows of both are without gaps. */
    void score(long keyHead, long batch, long queries, int columns, long scores) {
        for (int key = 0; key < shape.keys(); key += step) {
            int count = Math.min(step, shape.keys() - key);
            long from = keys.row(key, keyHead, batch);
            long target = scores + (long) Float.BYTES * key;
            if (packed) {
                tile(from, count, queries, columns, target);
            } else if (step == KEYS_OF_ONE) {
                rows.dotRows(read(from, count), stride(), count, queries, shape.keyLength(), target);
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
        if (gapless) {
            staging.conversions().decode(keys.type(), from, decoded, count * shape.keyLength());
            return decoded;
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
