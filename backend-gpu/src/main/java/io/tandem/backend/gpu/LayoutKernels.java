package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.Moves.Pattern;
import io.tandem.op.LayoutOp;
import io.tandem.op.PatchOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;

/** Operations that move elements. */
final class LayoutKernels {
    private static final Shape ORIGIN = new Shape(0, 0, 0, 0);

    private LayoutKernels() {}

    static void addTo(KernelTable table) {
        table.put(
                LayoutOp.Cont.class,
                (op, node) -> Conversions.canConvert(node.inputs().getFirst(), node.output()),
                (op, step, dispatches) -> convert(dispatches, step.inputs().getFirst(), step.output()));
        table.put(
                LayoutOp.Cpy.class,
                (op, node) -> Conversions.canConvert(node.inputs().getFirst(), node.output()),
                (op, step, dispatches) -> convert(dispatches, step.inputs().getFirst(), step.output()));
        table.put(
                LayoutOp.CopyInto.class,
                (op, node) -> Conversions.canConvert(
                        node.inputs().get(1), node.inputs().get(0)),
                (op, step, dispatches) ->
                        convert(dispatches, step.inputs().get(1), step.inputs().get(0)));
        table.put(
                LayoutOp.Concat.class,
                (op, node) -> node.inputs().stream()
                        .allMatch(input -> Moves.canCopy(
                                input.type(), input.strides(), node.output().strides())),
                LayoutKernels::concat);
        addPatterns(table);
        table.put(LayoutOp.Where.class, (op, step, dispatches) -> where(step, dispatches));
        table.put(PatchOp.Set.class, LayoutKernels::set);
        table.put(PatchOp.Acc.class, LayoutKernels::add);
    }

    private static void addPatterns(KernelTable table) {
        table.put(
                LayoutOp.Repeat.class,
                (op, step, dispatches) ->
                        move(dispatches, Pattern.REPEATED, step).threads(elements(step)));
        table.put(
                LayoutOp.Pad.class,
                (op, step, dispatches) -> Moves.index(move(dispatches, Pattern.PADDED, step), op.before())
                        .threads(elements(step)));
        table.put(
                LayoutOp.PadReflect1d.class,
                (op, step, dispatches) -> move(dispatches, Pattern.REFLECTED, step)
                        .number(op.before())
                        .threads(elements(step)));
        table.put(LayoutOp.Roll.class, LayoutKernels::roll);
        table.put(
                LayoutOp.Diag.class,
                (op, step, dispatches) ->
                        move(dispatches, Pattern.DIAGONAL, step).threads(elements(step)));
    }

    private static long elements(Program.Step step) {
        return step.output().tensor().shape().elements();
    }

    private static void convert(Dispatches dispatches, Operand from, Operand to) {
        Conversions.convert(
                dispatches, from.tensor().type(), View.of(from), to.tensor().type(), View.of(to));
    }

    private static Dispatches.Builder move(Dispatches dispatches, Pattern pattern, Program.Step step) {
        DType type = step.output().tensor().type();
        return Moves.move(dispatches, pattern, type, View.of(step.inputs().getFirst()), View.of(step.output()));
    }

    private static void roll(LayoutOp.Roll op, Program.Step step, Dispatches dispatches) {
        Shape shape = step.output().tensor().shape();
        if (shape.elements() > 0) {
            Dispatches.Builder dispatch = move(dispatches, Pattern.ROLLED, step);
            for (int i = 0; i < Shape.DIMENSIONS; i++) {
                dispatch.number(Math.floorMod(op.shift(i), shape.dim(i)));
            }
            dispatch.threads(shape.elements());
        }
    }

    private static void concat(LayoutOp.Concat op, Program.Step step, Dispatches dispatches) {
        View a = View.of(step.inputs().get(0));
        View b = View.of(step.inputs().get(1));
        View result = View.of(step.output());
        DType type = step.output().tensor().type();
        long before = a.shape().dim(op.dimension()) / (op.dimension() == 0 ? type.blockLength() : 1);
        Moves.copy(dispatches, type, a, result.part(ORIGIN, a.shape()));
        Moves.copy(dispatches, type, b, result.part(ORIGIN.with(op.dimension(), before), b.shape()));
    }

    private static void where(Program.Step step, Dispatches dispatches) {
        DType type = step.output().tensor().type();
        dispatches
                .kernel("where")
                .constant(ElementType.code(step.inputs().getFirst().tensor().type()))
                .constant(type.blockBytes())
                .input(View.of(step.inputs().get(0)))
                .input(View.of(step.inputs().get(1)))
                .input(View.of(step.inputs().get(2)))
                .result(View.of(step.output()))
                .threads(elements(step));
    }

    private static void set(PatchOp op, Program.Step step, Dispatches dispatches) {
        Operand b = step.inputs().get(1);
        Moves.copy(dispatches, b.tensor().type(), View.of(b), part(op, step, dispatches));
    }

    private static void add(PatchOp op, Program.Step step, Dispatches dispatches) {
        View part = part(op, step, dispatches);
        Operand b = step.inputs().get(1);
        ElementKernels.add(dispatches, part, b.tensor().type(), View.of(b));
    }

    /** Brings operand 0 into the result, and gives the part of it that operand 1 goes to. */
    private static View part(PatchOp op, Program.Step step, Dispatches dispatches) {
        View a = View.of(step.inputs().get(0));
        View result = View.of(step.output());
        DType type = step.output().tensor().type();
        if (!a.startsAt(result)) {
            Moves.copy(dispatches, type, a, result);
        }
        Shape shape = step.inputs().get(1).tensor().shape();
        Strides strides = new Strides(type.blockBytes(), op.stride1(), op.stride2(), op.stride3());
        return new View(result.slice(), op.byteOffset(), shape, strides);
    }
}
