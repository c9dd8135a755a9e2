package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.op.AttentionOp;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Yarn;
import io.tandem.tensor.Shape;

/** The parts of attention layers. */
final class AttentionKernels {
    private AttentionKernels() {}

    static void addTo(KernelTable table) {
        table.put(AttentionOp.SoftMax.class, AttentionKernels::softMax);
        table.put(Rope.class, AttentionKernels::rope);
    }

    private static void softMax(AttentionOp.SoftMax op, Program.Step step, Dispatches dispatches) {
        boolean masked = step.inputs().size() > (op.sinks() ? 2 : 1);
        Operand mask = step.inputs().get(masked ? 1 : 0);
        Dispatches.Builder dispatch = dispatches
                .kernel("softmax")
                .constant(ElementType.code(mask.tensor().type()))
                .constant(masked)
                .constant(op.sinks())
                .number(op.scale())
                .number(op.maxBias());
        step.inputs().forEach(operand -> dispatch.input(View.of(operand)));
        Shape shape = step.output().tensor().shape();
        dispatch.result(View.of(step.output())).groups(shape.elements() == 0 ? 0 : shape.rows());
    }

    private static void rope(Rope op, Program.Step step, Dispatches dispatches) {
        boolean factors = step.inputs().size() > 2;
        Dispatches.Builder dispatch = dispatches
                .kernel("rope")
                .constant(ElementType.code(step.output().tensor().type()))
                .constant(code(op.mode()))
                .constant(factors)
                .result(View.of(step.output()));
        step.inputs().forEach(operand -> dispatch.input(View.of(operand)));
        addNumbers(op, dispatch);
        Shape shape = step.output().tensor().shape();
        dispatch.threads((shape.d0() - op.pairs()) * shape.rows());
    }

    private static int code(RopeMode mode) {
        return switch (mode) {
            case NORMAL -> 0;
            case NEOX -> 1;
            case MROPE -> 2;
            case IMROPE -> 3;
            case VISION -> 4;
        };
    }

    private static void addNumbers(Rope op, Dispatches.Builder dispatch) {
        Yarn yarn = op.yarn();
        boolean stretched = yarn.extrapolation() != 0;
        double length = yarn.attention() * (stretched ? 1 + 0.1 * Math.log(1 / op.frequencyScale()) : 1);
        double low = stretched ? Math.max(0, Math.floor(correction(op, yarn.betaFast()))) : 0;
        double high = stretched ? Math.min(op.dimensions() - 1, Math.ceil(correction(op, yarn.betaSlow()))) : 0;
        dispatch.number(op.pairs())
                .number((float) (Math.log(op.base()) / Math.log(2)))
                .number(op.frequencyScale())
                .number((float) length)
                .number(yarn.extrapolation())
                .number((float) low)
                .number((float) high)
                .number((float) op.dimensions())
                .number(op.sections().time())
                .number(op.sections().height())
                .number(op.sections().width())
                .number(op.sections().extra());
    }

    /** The pair that turns {@code beta} times over the original context. */
    private static double correction(Rope op, double beta) {
        return op.dimensions()
                * Math.log(op.yarn().originalContext() / (beta * 2 * Math.PI))
                / (2 * Math.log(op.base()));
    }
}
