package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.ElementKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.AttentionOp.FlashAttnExt;
import org.jspecify.annotations.Nullable;

/** A thread's tile of attention: its place, which changes from one tile to the next, and its memory. */
final class FlashTile {
    private final FlashAttnExt op;
    private final AttentionShape shape;
    private final View queries;
    private final View output;
    private final @Nullable View mask;
    private final @Nullable View sinks;
    private final float[] slopes;
    private final RowKernels rows;
    private final ElementKernels elements;
    private final AttentionScores products;
    private final AttentionValues mixture;
    private final Staging staging;
    private final long queryRows;
    private final long scores;
    private final long sums;
    private final long factors;
    private final long decoded;

    private long firstQuery;
    private long firstHead;
    private long keyHead;
    private long batch;
    private int heads;
    private int columns;

    FlashTile(FlashAttnExt op, KernelCall call, AttentionShape shape, long memory) {
        this.op = op;
        this.shape = shape;
        this.queries = call.input(0);
        this.output = call.output();
        this.mask = call.inputs() > (op.sinks() ? 4 : 3) ? call.input(3) : null;
        this.sinks = op.sinks() ? call.input(call.inputs() - 1) : null;
        this.slopes =
                Attention.slopes(op.maxBias(), Math.toIntExact(queries.shape().d2()));
        this.rows = call.kernels().rows();
        this.elements = call.kernels().elements();
        this.staging = new Staging(call.kernels().conversions());
        this.products = new AttentionScores(call, shape, memory);
        long rest = memory + AttentionScores.bytes(call, shape);
        this.mixture = new AttentionValues(call, shape, rest);
        this.queryRows = rest + AttentionValues.bytes(call, shape);
        this.scores = queryRows + AttentionShape.floats((long) shape.columns() * shape.keyLength());
        this.sums = scores + AttentionShape.floats((long) shape.columns() * shape.keys());
        this.factors = sums + AttentionShape.floats((long) shape.columns() * shape.valueLength());
        this.decoded = factors + AttentionShape.floats(shape.columns());
    }

    /** The memory of a tile. */
    static long bytes(KernelCall call, AttentionShape shape) {
        return AttentionScores.bytes(call, shape)
                + AttentionValues.bytes(call, shape)
                + AttentionShape.floats((long) shape.columns() * shape.keyLength())
                + AttentionShape.floats((long) shape.columns() * shape.keys())
                + AttentionShape.floats((long) shape.columns() * shape.valueLength())
                + AttentionShape.floats(shape.columns())
                + AttentionShape.floats(shape.keys());
    }

    /** Computes a tile. */
    void run(long tile) {
        long rest = tile / shape.queryTiles();
        firstQuery = tile % shape.queryTiles() * shape.queriesInTile();
        keyHead = rest / shape.headTiles() % shape.keyHeads();
        batch = rest / shape.headTiles() / shape.keyHeads();
        long headTile = rest % shape.headTiles() * shape.headsInTile();
        firstHead = keyHead * shape.headsOfOne() + headTile;
        heads = (int) Math.min(shape.headsInTile(), shape.headsOfOne() - headTile);
        columns = heads * (int) Math.min(shape.queriesInTile(), shape.queries() - firstQuery);
        readQueries();
        score();
        for (int column = 0; column < columns; column++) {
            writeFloat(factors + (long) Float.BYTES * column, weigh(column));
        }
        mixture.mix(keyHead, batch / shape.batchesOfOne(), scores, columns, sums);
        store();
    }

    private long head(int column) {
        return firstHead + column % heads;
    }

    private long query(int column) {
        return firstQuery + column / heads;
    }

    private long scoreRow(int column) {
        return scores + (long) Float.BYTES * shape.keys() * column;
    }

    private void readQueries() {
        for (int column = 0; column < columns; column++) {
            long row = queries.row(query(column), head(column), batch);
            long target = queryRows + (long) Float.BYTES * shape.keyLength() * column;
            staging.decode(queries, row, 0, shape.keyLength(), target);
        }
    }

    private void score() {
        if (shape.keyLength() == 0) {
            Memory.clear(scores, (long) Float.BYTES * shape.keys() * columns);
        } else {
            products.score(keyHead, batch / shape.batchesOfOne(), queryRows, columns, scores);
        }
    }

    /** Turns the scores of a column into weights; what the sum of the weighted values must be multiplied by. */
    private float weigh(int column) {
        long row = scoreRow(column);
        int count = shape.keys();
        float scale = op.scale();
        if (op.softCap() != 0) {
            elements.unary(UnaryFunction.SCALE, scale / op.softCap(), 0, row, row, count);
            elements.unary(UnaryFunction.TANH, 0, 0, row, row, count);
            scale = op.softCap();
        }
        if (mask == null) {
            elements.unary(UnaryFunction.SCALE, scale, 0, row, row, count);
        } else {
            long bias = staging.read(mask, maskRow(mask, column), 0, count, decoded);
            rows.mix(row, scale, bias, slopes[(int) head(column)], row, count);
        }
        float sink = Attention.sink(sinks, head(column));
        float largest = Math.max(sink, rows.max(row, count));
        if (largest == Float.NEGATIVE_INFINITY) {
            Memory.clear(row, (long) Float.BYTES * count);
            return 0;
        }
        return 1 / (rows.expAndSum(row, largest, row, count) + Attention.share(sink, largest));
    }

    private long maskRow(View view, int column) {
        return view.row(
                query(column),
                head(column) % view.shape().d2(),
                batch % view.shape().d3());
    }

    private void store() {
        int length = shape.valueLength();
        for (int column = 0; column < columns; column++) {
            long sum = sums + (long) Float.BYTES * length * column;
            float factor = readFloat(factors + (long) Float.BYTES * column);
            rows.shiftAndScale(sum, 0, factor, output.row(head(column), query(column), batch), length);
        }
    }
}
