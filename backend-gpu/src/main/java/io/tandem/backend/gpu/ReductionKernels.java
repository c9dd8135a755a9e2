package io.tandem.backend.gpu;

import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.op.NormOp;
import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import io.tandem.tensor.Shape;

/** Reductions, normalisations and sorting of rows. The numbers are those in the kernels. */
final class ReductionKernels {
    private static final int SUM = 0;
    private static final int MEAN = 1;
    private static final int MAX = 2;
    private static final int ARGMAX = 3;
    private static final int CUMSUM = 4;
    private static final int TOTAL = 5;

    private static final double MOST_COMPARISONS = 0x1p33;

    private static final int NORM = 0;
    private static final int RMS = 1;
    private static final int L2 = 2;
    private static final int GROUPS = 3;

    private ReductionKernels() {}

    static void addTo(KernelTable table) {
        addReduction(table, ReductionOp.SumRows.class, SUM);
        addReduction(table, ReductionOp.Mean.class, MEAN);
        addReduction(table, ReductionOp.MaxRows.class, MAX);
        addReduction(table, ReductionOp.Argmax.class, ARGMAX);
        addReduction(table, ReductionOp.Cumsum.class, CUMSUM);
        table.put(
                ReductionOp.Sum.class,
                (op, step, dispatches) -> dispatch(TOTAL, step, dispatches).groups(1));
        table.put(
                ReductionOp.CountEqual.class,
                (op, step, dispatches) -> dispatches
                        .kernel("count_equal")
                        .input(View.of(step.inputs().get(0)))
                        .input(View.of(step.inputs().get(1)))
                        .result(View.of(step.output()))
                        .groups(1));
        table.put(
                ReductionOp.Argsort.class,
                (op, node) -> isSoonRanked(node),
                (op, step, dispatches) -> rank(op.order() == SortOrder.DESCENDING, step, dispatches));
        table.put(
                ReductionOp.TopK.class,
                (op, node) -> isSoonRanked(node),
                (op, step, dispatches) -> rank(true, step, dispatches));
        addNorm(table, NormOp.Norm.class, NORM);
        addNorm(table, NormOp.RmsNorm.class, RMS);
        addNorm(table, NormOp.L2Norm.class, L2);
        table.put(NormOp.GroupNorm.class, ReductionKernels::groupNorm);
    }

    private static int type(Program.Step step) {
        return ElementType.code(step.inputs().getFirst().tensor().type());
    }

    private static Shape shape(Program.Step step) {
        return step.inputs().getFirst().tensor().shape();
    }

    private static Dispatches.Builder dispatch(int reduction, Program.Step step, Dispatches dispatches) {
        return dispatches
                .kernel("reduce")
                .constant(reduction)
                .constant(type(step))
                .input(View.of(step.inputs().getFirst()))
                .result(View.of(step.output()));
    }

    private static <O extends ReductionOp> void addReduction(KernelTable table, Class<O> operation, int reduction) {
        table.put(
                operation,
                (op, step, dispatches) ->
                        dispatch(reduction, step, dispatches).groups(shape(step).rows()));
    }

    /** Whether ranking does not take so long that a desktop's driver would reset the device. */
    private static boolean isSoonRanked(Node node) {
        Shape shape = node.inputs().getFirst().shape();
        return (double) shape.elements() * shape.d0() <= MOST_COMPARISONS;
    }

    private static void rank(boolean descending, Program.Step step, Dispatches dispatches) {
        dispatches
                .kernel("rank")
                .constant(type(step))
                .constant(descending)
                .input(View.of(step.inputs().getFirst()))
                .result(View.of(step.output()))
                .threads(shape(step).elements());
    }

    private static Dispatches.Builder norm(int norm, NormOp op, Program.Step step, Dispatches dispatches) {
        return dispatches
                .kernel("norm")
                .constant(norm)
                .constant(type(step))
                .input(View.of(step.inputs().getFirst()))
                .result(View.of(step.output()))
                .number(op.eps());
    }

    private static <O extends NormOp> void addNorm(KernelTable table, Class<O> operation, int norm) {
        table.put(operation, (op, step, dispatches) -> {
            if (shape(step).elements() > 0) {
                norm(norm, op, step, dispatches).groups(shape(step).rows());
            }
        });
    }

    private static void groupNorm(NormOp.GroupNorm op, Program.Step step, Dispatches dispatches) {
        Shape shape = shape(step);
        if (shape.elements() > 0) {
            long channels = Math.ceilDiv(shape.d2(), op.groups());
            norm(GROUPS, op, step, dispatches).number(channels).groups(Math.ceilDiv(shape.d2(), channels) * shape.d3());
        }
    }
}
