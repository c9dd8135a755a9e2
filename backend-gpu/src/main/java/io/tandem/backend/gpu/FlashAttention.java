package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Node;
import io.tandem.op.AttentionOp.FlashAttnExt;
import io.tandem.tensor.Shape;
import org.jspecify.annotations.Nullable;

/** Attention without a tensor of scores: a work group for each query of each head. */
final class FlashAttention implements Kernel<FlashAttnExt> {
    /** A thread sums that many elements of values. */
    private static final int PART = 8;

    private static final int VECTOR_BYTES = 16;

    @Override
    public @Nullable String refusal(FlashAttnExt op, Node node, Traits traits) {
        long values = node.inputs().get(2).shape().d0();
        long most = (long) traits.usualThreads() * PART;
        if (values > most) {
            return "values of " + values + " elements are longer than " + most;
        }
        return sharedBytes(node.inputs().getFirst().shape().d0(), traits.usualThreads()) <= traits.sharedBytes()
                ? null
                : "queries of " + node.inputs().getFirst().shape().d0() + " elements do not fit shared memory";
    }

    private static long sharedBytes(long length, int threads) {
        return (Math.ceilDiv(length, PART) * PART + 2L * threads) * Float.BYTES + 2L * threads * VECTOR_BYTES;
    }

    private static int roundedUp(long length) {
        return (int) Math.max(PART, Math.ceilDiv(length, PART) * PART);
    }

    @Override
    public void plan(FlashAttnExt op, Program.Step step, Dispatches dispatches) {
        boolean masked = step.inputs().size() > (op.sinks() ? 4 : 3);
        Operand keys = step.inputs().get(1);
        Operand values = step.inputs().get(2);
        Operand mask = step.inputs().get(masked ? 3 : 0);
        Shape queries = step.inputs().getFirst().tensor().shape();
        Dispatches.Builder dispatch = dispatches
                .kernel("flash")
                .constant(MatrixKernels.code(keys))
                .constant(MatrixKernels.isAligned(keys))
                .constant(MatrixKernels.code(values))
                .constant(MatrixKernels.isAligned(values))
                .constant(MatrixKernels.code(mask))
                .constant(masked)
                .constant(op.sinks())
                .constant(roundedUp(queries.d0()))
                .constant(roundedUp(values.tensor().shape().d0()))
                .number(op.scale())
                .number(op.maxBias())
                .number(op.softCap());
        dispatch.shared((int) sharedBytes(queries.d0(), dispatch.threads()));
        step.inputs().forEach(operand -> dispatch.input(View.of(operand)));
        dispatch.result(View.of(step.output()))
                .groups(step.output().tensor().shape().elements() == 0 ? 0 : queries.rows());
    }
}
