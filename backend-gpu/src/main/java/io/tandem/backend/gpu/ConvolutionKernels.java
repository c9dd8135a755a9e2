package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;

/** Convolutions, pooling and interpolation. The numbers are those in the kernels. */
final class ConvolutionKernels {
    private static final int PLAIN = 0;
    private static final int DEPTHWISE = 1;
    private static final int TRANSPOSED = 2;
    private static final int PATCHES = 3;
    private static final int STATE_SPACE = 4;

    private ConvolutionKernels() {}

    static void addTo(KernelTable table) {
        table.put(ConvolutionOp.Conv1d.class, (op, step, dispatches) -> signals(PLAIN, op.axis0(), step, dispatches));
        table.put(
                ConvolutionOp.Conv2d.class,
                (op, step, dispatches) -> images(PLAIN, op.axis0(), op.axis1(), step, dispatches));
        table.put(
                ConvolutionOp.Conv2dDw.class,
                (op, step, dispatches) -> images(DEPTHWISE, op.axis0(), op.axis1(), step, dispatches));
        table.put(
                ConvolutionOp.ConvTranspose1d.class,
                (op, step, dispatches) -> signals(TRANSPOSED, new Axis(op.stride(), 0, 1), step, dispatches));
        table.put(ConvolutionOp.ConvTranspose2d.class, (op, step, dispatches) -> {
            Axis axis = new Axis(op.stride(), 0, 1);
            images(TRANSPOSED, axis, axis, step, dispatches);
        });
        table.put(ConvolutionOp.Im2col.class, ConvolutionKernels::patches);
        table.put(ConvolutionOp.SsmConv.class, (op, step, dispatches) -> stateSpace(step, dispatches));
        table.put(
                SamplingOp.Pool1d.class,
                (op, step, dispatches) -> pool(
                        new SamplingOp.Pool2d(op.pooling(), op.kernel(), 1, op.stride(), 1, op.padding(), 0),
                        step,
                        dispatches));
        table.put(SamplingOp.Pool2d.class, ConvolutionKernels::pool);
        table.put(SamplingOp.Upscale.class, ConvolutionKernels::upscale);
    }

    private static int code(Operand operand) {
        return ElementType.code(operand.tensor().type());
    }

    private static long elements(Program.Step step) {
        return step.output().tensor().shape().elements();
    }

    private static void images(int mode, Axis axis0, Axis axis1, Program.Step step, Dispatches dispatches) {
        Operand kernel = step.inputs().get(0);
        Operand data = step.inputs().get(1);
        axes(types(dispatches.kernel("convolution").constant(mode), kernel, data, step.output()), axis0, axis1)
                .input(View.of(kernel))
                .input(View.of(data))
                .result(View.of(step.output()))
                .threads(elements(step));
    }

    private static void signals(int mode, Axis axis, Program.Step step, Dispatches dispatches) {
        Operand kernel = step.inputs().get(0);
        Operand data = step.inputs().get(1);
        axes(types(dispatches.kernel("convolution").constant(mode), kernel, data, step.output()), axis, Axis.PLAIN)
                .input(flat(View.of(kernel)))
                .input(flat(View.of(data)))
                .result(flat(View.of(step.output())))
                .threads(elements(step));
    }

    private static Dispatches.Builder types(Dispatches.Builder dispatch, Operand kernel, Operand data, Operand result) {
        return dispatch.number(code(kernel)).number(code(data)).number(code(result));
    }

    private static Dispatches.Builder axes(Dispatches.Builder dispatch, Axis axis0, Axis axis1) {
        return dispatch.number(axis0.stride())
                .number(axis0.padding())
                .number(axis0.dilation())
                .number(axis1.stride())
                .number(axis1.padding())
                .number(axis1.dilation());
    }

    /** Signals as images of height 1: dimensions 1 and 2 become 2 and 3. */
    private static View flat(View view) {
        Shape shape = view.shape();
        Strides strides = view.strides();
        return new View(
                view.slice(),
                view.offset(),
                new Shape(shape.d0(), 1, shape.d1(), shape.d2()),
                new Strides(strides.s0(), 0, strides.s1(), strides.s2()));
    }

    private static void patches(ConvolutionOp.Im2col op, Program.Step step, Dispatches dispatches) {
        Operand data = step.inputs().getFirst();
        boolean images = op.dimensions() == 2;
        View from = images ? View.of(data) : flat(View.of(data));
        View to = View.of(step.output());
        if (!images) {
            Strides strides = to.strides();
            Shape shape = to.shape();
            to = new View(
                    to.slice(),
                    to.offset(),
                    new Shape(shape.d0(), shape.d1(), 1, shape.d2()),
                    new Strides(strides.s0(), strides.s1(), 0, strides.s2()));
        }
        Dispatches.Builder dispatch = dispatches.kernel("convolution").constant(PATCHES);
        axes(types(dispatch, data, data, step.output()), op.axis0(), images ? op.axis1() : Axis.PLAIN)
                .number(op.kernel0())
                .number(images ? op.kernel1() : 1)
                .input(from)
                .input(from)
                .result(to)
                .threads(elements(step));
    }

    private static void stateSpace(Program.Step step, Dispatches dispatches) {
        Operand data = step.inputs().get(0);
        Operand kernel = step.inputs().get(1);
        types(dispatches.kernel("convolution").constant(STATE_SPACE), kernel, data, step.output())
                .input(View.of(kernel))
                .input(View.of(data))
                .result(View.of(step.output()))
                .threads(elements(step));
    }

    private static Dispatches.Builder sampling(int mode, Program.Step step, Dispatches dispatches) {
        return dispatches
                .kernel("sampling")
                .constant(mode)
                .constant(code(step.output()))
                .input(View.of(step.inputs().getFirst()))
                .result(View.of(step.output()));
    }

    private static void pool(SamplingOp.Pool2d op, Program.Step step, Dispatches dispatches) {
        sampling(op.pooling() == Pooling.MAX ? 0 : 1, step, dispatches)
                .number(op.kernel0())
                .number(op.kernel1())
                .number(op.stride0())
                .number(op.stride1())
                .number(op.padding0())
                .number(op.padding1())
                .threads(elements(step));
    }

    private static void upscale(SamplingOp.Upscale op, Program.Step step, Dispatches dispatches) {
        sampling(code(op.interpolation()), step, dispatches)
                .number(op.alignCorners() ? 1 : 0)
                .threads(elements(step));
    }

    private static int code(Interpolation interpolation) {
        return switch (interpolation) {
            case NEAREST -> 2;
            case BILINEAR -> 3;
            case BICUBIC -> 4;
        };
    }
}
