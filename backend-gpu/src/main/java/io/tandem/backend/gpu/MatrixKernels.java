package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp.FlashAttnExt;
import io.tandem.op.MatrixOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** Products of matrices, and attention, which is two of them. */
final class MatrixKernels {
    /** Up to that many columns a product is limited by reading the matrix, each row of which is read once. */
    private static final int MOST_VECTORS = 8;

    /** A kernel fetches that many elements at once. */
    private static final int PART = 8;

    private static final int VECTOR_BYTES = 16;

    /** So many rows are summed by one work group, where there are enough of them for all processors. */
    private static final int MOST_ROWS = 4;

    private static final int SOME_ROWS = 2;
    private static final int ENOUGH_ROWS = 2048;
    private static final int SHORT_BLOCK = 32;

    /** As many as the kernel for vectors loads of a row at once. */
    private static final int VECTORS_AHEAD = 4;

    private MatrixKernels() {}

    static void addTo(KernelTable table) {
        table.put(MatrixOp.MulMat.class, (op, step, dispatches) -> product(step, dispatches));
        table.put(MatrixOp.MulMatId.class, (op, step, dispatches) -> chosenProduct(step, dispatches));
        table.put(MatrixOp.OutProd.class, (op, step, dispatches) -> outerProduct(step, dispatches));
        table.put(FlashAttnExt.class, new FlashAttention());
    }

    /**
     * Whether the rows of an operand are whole parts without gaps, or blocks of whole vectors, from a multiple of 16 bytes
     * on.
     */
    static boolean isAligned(Operand operand) {
        DType type = operand.tensor().type();
        View view = View.of(operand);
        return view.strides().s0() == type.blockBytes()
                && view.isAligned(VECTOR_BYTES)
                && (type.isQuantized()
                        ? type.blockBytes() % VECTOR_BYTES == 0
                        : view.shape().d0() % PART == 0);
    }

    static int code(Operand operand) {
        return ElementType.code(operand.tensor().type());
    }

    private static void product(Program.Step step, Dispatches dispatches) {
        Shape result = step.output().tensor().shape();
        if (result.elements() == 0) {
            return;
        }
        if (result.d1() <= MOST_VECTORS) {
            vectors(columns(result.d1(), dispatches.traits()), false, step, dispatches);
        } else {
            tiles(Tile.of(result, mayRound(step), dispatches.traits()), step, dispatches);
        }
    }

    /** Whether both operands may be rounded to halves: as in ggml, the matrix decides. BF16 has values that are no halves. */
    private static boolean mayRound(Program.Step step) {
        Tensor a = step.inputs().get(0).tensor();
        DType b = step.inputs().get(1).tensor().type();
        return (a.type() == DType.F16 || a.type().isQuantized()) && a.shape().d0() > 0 && b != DType.BF16;
    }

    /** How many columns a work group takes; a few sizes are enough, as the last group repeats its last column. */
    private static int columns(long count, Traits traits) {
        return count == 1 ? 1 : count <= MOST_VECTORS / 2 || traits.software() ? MOST_VECTORS / 2 : MOST_VECTORS;
    }

    private static void vectors(int columns, boolean chosen, Program.Step step, Dispatches dispatches) {
        Operand a = step.inputs().get(0);
        Operand b = step.inputs().get(1);
        Shape result = step.output().tensor().shape();
        boolean subgroups = dispatches.traits().subgroups();
        int rows = subgroups && columns == 1 ? rows(a, b, result, dispatches.traits()) : 1;
        int threads = threads(a, b, columns, dispatches.traits());
        Dispatches.Builder dispatch = dispatches
                .kernel(subgroups ? "matvec_subgroups" : "matvec", threads)
                .constant(code(a))
                .constant(isAligned(a))
                .constant(code(b))
                .constant(isAligned(b))
                .constant(columns)
                .constant(chosen)
                .shared(threads * rows * columns * Float.BYTES)
                .input(View.of(a))
                .input(View.of(b))
                .result(View.of(step.output()));
        if (subgroups) {
            dispatch.constant(rows);
        }
        if (chosen) {
            Operand indices = step.inputs().get(2);
            dispatch.number(RowKernels.wide(indices)).input(View.of(indices)).reports();
        }
        dispatch.groups(
                Math.ceilDiv(result.d0(), rows) * Math.ceilDiv(result.d1(), columns) * result.d2() * result.d3());
    }

    /**
     * How many rows share what they load of a vector. Where the vector's elements are no larger than the matrix's it pays
     * for F32 alone; blocks that no wide load reaches have so much to decode that it does not.
     */
    private static int rows(Operand a, Operand b, Shape result, Traits traits) {
        DType type = a.tensor().type();
        boolean paysOff = type.isQuantized()
                ? type.blockLength() <= SHORT_BLOCK || isAligned(a)
                : type.blockBytes() < b.tensor().type().blockBytes()
                        || (type == DType.F32 && isLoadedAhead(a, b) && !traits.software());
        if (!paysOff || (!traits.software() && result.elements() < ENOUGH_ROWS)) {
            return 1;
        }
        boolean small = type.isQuantized() && type.blockLength() <= SHORT_BLOCK && type.blockBytes() < SHORT_BLOCK;
        return small && !traits.software() ? MOST_ROWS : SOME_ROWS;
    }

    /** Whether the kernel for a vector loads parts of a row ahead of their turn, if it has threads enough. */
    private static boolean isLoadedAhead(Operand a, Operand b) {
        return a.tensor().type() == b.tensor().type() && isAligned(a) && isAligned(b);
    }

    /**
     * As many threads as a row keeps busy. Groups for one vector are large where each thread loads ahead; elsewhere what
     * hides the memory's latency is many small ones.
     */
    private static int threads(Operand a, Operand b, int columns, Traits traits) {
        DType type = a.tensor().type();
        long length = a.tensor().shape().d0();
        int threads = traits.usualThreads();
        if (columns > 1 || (type.isQuantized() && type.blockLength() <= SHORT_BLOCK)) {
            threads /= traits.software() ? 1 : 2;
        } else if (!traits.software()) {
            long ahead = length * type.blockBytes() / (VECTOR_BYTES * VECTORS_AHEAD);
            boolean large = isLoadedAhead(a, b) && ahead > threads / 4;
            threads = large ? (int) Math.min(Long.highestOneBit(ahead), threads) : threads / 4;
        }
        while (threads > 32 && (long) threads * PART / 2 >= length) {
            threads /= 2;
        }
        return threads;
    }

    private static void tiles(Tile tile, Program.Step step, Dispatches dispatches) {
        Operand a = step.inputs().get(0);
        Operand b = step.inputs().get(1);
        Shape result = step.output().tensor().shape();
        dispatches
                .kernel(tile.module(), tile.threads())
                .constant(code(a))
                .constant(isAligned(a))
                .constant(code(b))
                .constant(isAligned(b))
                .shared(tile.sharedBytes())
                .input(View.of(a))
                .input(View.of(b))
                .result(View.of(step.output()))
                .groups(tile.count(result));
    }

    private static void chosenProduct(Program.Step step, Dispatches dispatches) {
        if (step.output().tensor().shape().elements() > 0) {
            vectors(1, true, step, dispatches);
        }
    }

    private static void outerProduct(Program.Step step, Dispatches dispatches) {
        Operand a = step.inputs().get(0);
        Operand b = step.inputs().get(1);
        Shape result = step.output().tensor().shape();
        dispatches
                .kernel("outprod")
                .constant(code(a))
                .constant(isAligned(a))
                .constant(code(b))
                .input(View.of(a))
                .input(View.of(b))
                .result(View.of(step.output()))
                .threads(Math.ceilDiv(result.d0(), PART) * result.rows());
    }
}
