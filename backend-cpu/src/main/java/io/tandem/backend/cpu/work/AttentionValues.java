package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.TileMemory;

/**
 * Sums of a head's values, weighted for each of a tile's queries. Several queries meet panels of values; for a few each
 * value is added to their sums as it is decoded.
 */
final class AttentionValues {
    /** The keys of a panel. */
    private static final int DEPTH = 256;

    /** A panel of values costs about as much as adding them to the sums of that many queries. */
    private static final int LEAST_TILED = 4;

    /** Keys whose values are decoded at a time where a panel is not worth it. */
    private static final int DECODED_KEYS = 32;

    private final AttentionShape shape;
    private final View values;
    private final RowKernels rows;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final boolean tiled;
    private final boolean gapless;
    private final long decoded;

    AttentionValues(KernelCall call, AttentionShape shape, long memory) {
        this.shape = shape;
        this.values = call.input(2);
        this.rows = call.kernels().rows();
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        // A panel's width may cut the longest blocks.
        this.tiled = kernels.wideRows() % values.type().blockLength() == 0;
        this.gapless = values.layout().hasContiguousRows()
                && values.strides().s1() == values.type().rowBytes(shape.valueLength());
        this.decoded = memory;
    }

    /** The memory that it needs. */
    static long bytes(KernelCall call, AttentionShape shape) {
        long panel = (long) DEPTH * call.kernels().matrices().wideRows();
        return AttentionShape.floats(Math.max(panel, (long) DECODED_KEYS * shape.valueLength()));
    }

    /** Writes a row of sums for each of {@code columns} rows of weights, all without gaps. */
    void mix(long keyHead, long batch, long weights, int columns, long sums) {
        if (columns < LEAST_TILED || !tiled || shape.keys() == 0) {
            add(keyHead, batch, weights, columns, sums);
            return;
        }
        for (int key = 0; key < shape.keys(); key += DEPTH) {
            for (int from = 0; from < shape.valueLength(); from += kernels.wideRows()) {
                tile(keyHead, batch, key, from, weights, columns, sums);
            }
        }
        for (int column = 0; column < columns; column++) {
            long sum = sums + rowBytes() * column;
            // A weight of nothing times an infinite value is no number, but such a value counts as absent.
            if (!Float.isFinite(rows.sum(sum, shape.valueLength()))) {
                add(keyHead, batch, weights + scoreBytes() * column, 1, sum);
            }
        }
    }

    private long rowBytes() {
        return (long) Float.BYTES * shape.valueLength();
    }

    private long scoreBytes() {
        return (long) Float.BYTES * shape.keys();
    }

    private void tile(long keyHead, long batch, int key, int from, long weights, int columns, long sums) {
        int width = kernels.wideRows();
        int depth = Math.min(DEPTH, shape.keys() - key);
        int count = Math.min(width, shape.valueLength() - from);
        long stride = (long) Float.BYTES * width;
        for (int i = 0; i < depth; i++) {
            staging.decode(values, values.row(key + i, keyHead, batch), from, count, decoded + i * stride);
        }
        TileMemory memory = TileMemory.of(kernels);
        kernels.packTransposed(decoded, stride, count, depth, width, memory, 0);
        for (int column = 0; column < columns; column += kernels.tileColumns()) {
            kernels.tile(
                    memory,
                    width,
                    depth,
                    weights + (long) Float.BYTES * key + scoreBytes() * column,
                    scoreBytes(),
                    count,
                    Math.min(kernels.tileColumns(), columns - column),
                    sums + (long) Float.BYTES * from + rowBytes() * column,
                    rowBytes(),
                    key > 0);
        }
    }

    private void add(long keyHead, long batch, long weights, int columns, long sums) {
        int length = shape.valueLength();
        Memory.clear(sums, rowBytes() * columns);
        for (int key = 0; key < shape.keys(); key += DECODED_KEYS) {
            int count = Math.min(DECODED_KEYS, shape.keys() - key);
            long first = values.row(key, keyHead, batch);
            long stride = values.strides().s1();
            long from = first;
            if (!values.hasPlainRows()) {
                decode(first, count);
                from = decoded;
                stride = rowBytes();
            }
            for (int column = 0; column < columns; column++) {
                long weight = weights + scoreBytes() * column + (long) Float.BYTES * key;
                rows.addRows(from, stride, weight, count, sums + rowBytes() * column, length);
            }
        }
    }

    private void decode(long first, int count) {
        int length = shape.valueLength();
        if (gapless) {
            staging.conversions().decode(values.type(), first, decoded, count * length);
            return;
        }
        for (int i = 0; i < count; i++) {
            staging.decode(values, first + i * values.strides().s1(), 0, length, decoded + i * rowBytes());
        }
    }
}
