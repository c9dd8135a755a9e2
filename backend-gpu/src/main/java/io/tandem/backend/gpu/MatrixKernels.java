package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
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

    private MatrixKernels() {}

    static void addTo(KernelTable table) {
        table.put(MatrixOp.MulMat.class, (op, step, dispatches) -> product(step, dispatches));
        table.put(MatrixOp.MulMatId.class, (op, step, dispatches) -> chosenProduct(step, dispatches));
        table.put(MatrixOp.OutProd.class, (op, step, dispatches) -> outerProduct(step, dispatches));
        table.put(FlashAttnExt.class, new FlashAttention());
    }

    /** Whether the rows of an operand of a plain type are whole parts without gaps from a multiple of 16 bytes on. */
    static boolean isAligned(Operand operand) {
        DType type = operand.tensor().type();
        View view = View.of(operand);
        return !type.isQuantized()
                && view.strides().s0() == type.blockBytes()
                && view.isAligned(4 * Integer.BYTES)
                && view.shape().d0() % PART == 0;
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
            int columns = columns(result.d1(), dispatches.traits());
            vectors(columns, false, step, dispatches)
                    .groups(result.elements() / result.d1() * Math.ceilDiv(result.d1(), columns));
        } else {
            tiles(Tile.of(result, dispatches.traits()), step, dispatches);
        }
    }

    /** How many columns a work group takes; a few sizes are enough, as the last group repeats its last column. */
    private static int columns(long count, Traits traits) {
        return count == 1 ? 1 : count <= MOST_VECTORS / 2 || traits.software() ? MOST_VECTORS / 2 : MOST_VECTORS;
    }

    private static Dispatches.Builder vectors(int columns, boolean chosen, Program.Step step, Dispatches dispatches) {
        Operand a = step.inputs().get(0);
        Operand b = step.inputs().get(1);
        int threads = threads(a.tensor().shape().d0(), dispatches.traits());
        return dispatches
                .kernel(dispatches.traits().subgroups() ? "matvec_subgroups" : "matvec", threads)
                .constant(code(a))
                .constant(isAligned(a))
                .constant(code(b))
                .constant(isAligned(b))
                .constant(columns)
                .constant(chosen)
                .shared(threads * columns * Float.BYTES)
                .input(View.of(a))
                .input(View.of(b))
                .result(View.of(step.output()));
    }

    /** As many threads as a row keeps busy. */
    private static int threads(long length, Traits traits) {
        int threads = traits.usualThreads();
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
        Operand indices = step.inputs().get(2);
        vectors(1, true, step, dispatches)
                .number(RowKernels.wide(indices))
                .input(View.of(indices))
                .reports()
                .groups(step.output().tensor().shape().elements());
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
