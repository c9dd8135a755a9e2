package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.op.AttentionOp;
import io.tandem.op.GluOp;
import io.tandem.op.PatternOp;
import io.tandem.op.PatternOp.Triangle;
import io.tandem.tensor.Shape;
import java.util.List;

/** Results that follow a pattern, and gated linear units. The numbers are those in the kernels. */
final class PatternKernels {
    private static final int FILL = 0;
    private static final int ARANGE = 1;
    private static final int DIAG_MASK = 6;
    private static final int TIMESTEPS = 7;

    private static final List<Class<? extends GluOp>> GATES = List.of(
            GluOp.Reglu.class,
            GluOp.Geglu.class,
            GluOp.GegluErf.class,
            GluOp.GegluQuick.class,
            GluOp.Swiglu.class,
            GluOp.SwigluOai.class);

    private PatternKernels() {}

    static void addTo(KernelTable table) {
        table.put(
                PatternOp.Fill.class,
                (op, step, dispatches) ->
                        pattern(FILL, step, dispatches).number(op.value()).threads(elements(step)));
        table.put(
                PatternOp.Arange.class,
                (op, step, dispatches) -> pattern(ARANGE, step, dispatches)
                        .number(op.start())
                        .number(op.step())
                        .threads(elements(step)));
        table.put(
                PatternOp.Tri.class,
                (op, step, dispatches) ->
                        pattern(code(op.triangle()), step, dispatches).threads(elements(step)));
        table.put(
                AttentionOp.DiagMaskInf.class,
                (op, step, dispatches) -> mask(op.past(), Float.NEGATIVE_INFINITY, step, dispatches));
        table.put(AttentionOp.DiagMaskZero.class, (op, step, dispatches) -> mask(op.past(), 0, step, dispatches));
        table.put(
                PatternOp.TimestepEmbedding.class,
                (op, step, dispatches) -> pattern(TIMESTEPS, step, dispatches)
                        .number((float) op.maxPeriod())
                        .threads(elements(step)));
        for (int i = 0; i < GATES.size(); i++) {
            addGate(table, GATES.get(i), i);
        }
    }

    private static int code(Triangle triangle) {
        return switch (triangle) {
            case LOWER -> 2;
            case LOWER_DIAG -> 3;
            case UPPER -> 4;
            case UPPER_DIAG -> 5;
        };
    }

    private static long elements(Program.Step step) {
        return step.output().tensor().shape().elements();
    }

    private static Dispatches.Builder pattern(int pattern, Program.Step step, Dispatches dispatches) {
        Operand typed = step.inputs().isEmpty() ? step.output() : step.inputs().getFirst();
        Dispatches.Builder dispatch = dispatches
                .kernel("pattern")
                .constant(pattern)
                .constant(ElementType.code(typed.tensor().type()));
        if (!step.inputs().isEmpty()) {
            dispatch.input(View.of(step.inputs().getFirst()));
        }
        return dispatch.result(View.of(step.output()));
    }

    private static void mask(int past, float masked, Program.Step step, Dispatches dispatches) {
        pattern(DIAG_MASK, step, dispatches).number(past).number(masked).threads(elements(step));
    }

    private static <O extends GluOp> void addGate(KernelTable table, Class<O> type, int gate) {
        table.put(type, (op, step, dispatches) -> {
            Shape shape = step.output().tensor().shape();
            View a = View.of(step.inputs().getFirst());
            View g = View.of(step.inputs().getLast());
            if (step.inputs().size() == 1) {
                View first = a.part(new Shape(0, 0, 0, 0), shape);
                View second = a.part(new Shape(shape.d0(), 0, 0, 0), shape);
                a = op.swapped() ? second : first;
                g = op.swapped() ? first : second;
            }
            Dispatches.Builder dispatch = dispatches
                    .kernel("glu")
                    .constant(gate)
                    .constant(ElementType.code(step.output().tensor().type()))
                    .input(a)
                    .input(g)
                    .result(View.of(step.output()));
            if (op instanceof GluOp.SwigluOai gated) {
                dispatch.number(gated.alpha()).number(gated.limit());
            }
            dispatch.threads(shape.elements());
        });
    }
}
