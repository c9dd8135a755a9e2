package io.tandem.testkit.reference;

import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;

/** Convolutions by their definitions. */
final class ConvolutionKernels {
    private ConvolutionKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(ConvolutionOp.Im2col.class, (op, inputs, output) -> im2col(op, inputs.getFirst(), output));
        table.put(
                ConvolutionOp.Conv1d.class,
                (op, inputs, output) ->
                        conv(flat(inputs.get(0)), flat(inputs.get(1)), flat(output), op.axis0(), Axis.PLAIN));
        table.put(
                ConvolutionOp.Conv2d.class,
                (op, inputs, output) -> conv(inputs.get(0), inputs.get(1), output, op.axis0(), op.axis1()));
        table.put(
                ConvolutionOp.Conv2dDw.class,
                (op, inputs, output) -> Elements.forEachRow(output.shape(), (y, channel, n) -> {
                    for (long x = 0; x < output.shape().d0(); x++) {
                        Window window = new Window(inputs.get(1), op.axis0(), op.axis1(), x, y, n);
                        output.set(x, y, channel, n, window.dot(inputs.get(0), channel, 0, channel));
                    }
                }));
        table.put(
                ConvolutionOp.ConvTranspose1d.class,
                (op, inputs, output) ->
                        transposed(flat(inputs.get(0)), flat(inputs.get(1)), flat(output), op.stride()));
        table.put(
                ConvolutionOp.ConvTranspose2d.class,
                (op, inputs, output) -> transposed(inputs.get(0), inputs.get(1), output, op.stride()));
        table.put(ConvolutionOp.SsmConv.class, (op, inputs, output) -> ssm(inputs.get(0), inputs.get(1), output));
    }

    /** Signals as images of height 1: dimensions 1 and 2 become 2 and 3. */
    private static Elements flat(Elements x) {
        Shape shape = x.shape();
        Strides strides = x.layout().strides();
        return new Elements(
                new TensorLayout(
                        x.type(),
                        new Shape(shape.d0(), 1, shape.d1(), shape.d2()),
                        new Strides(strides.s0(), 0, strides.s1(), strides.s2())),
                x.memory());
    }

    /** The data under a kernel at a place. */
    private record Window(Elements data, Axis axis0, Axis axis1, long x, long y, long n) {
        double get(long k0, long k1, long channel) {
            long i0 = x * axis0.stride() + k0 * axis0.dilation() - axis0.padding();
            long i1 = y * axis1.stride() + k1 * axis1.dilation() - axis1.padding();
            boolean inside = i0 >= 0
                    && i0 < data.shape().d0()
                    && i1 >= 0
                    && i1 < data.shape().d1();
            return inside ? data.get(i0, i1, channel, n) : 0;
        }

        double dot(Elements kernel, long channel, long k2, long k3) {
            double sum = 0;
            for (long k1 = 0; k1 < kernel.shape().d1(); k1++) {
                for (long k0 = 0; k0 < kernel.shape().d0(); k0++) {
                    sum += kernel.get(k0, k1, k2, k3) * get(k0, k1, channel);
                }
            }
            return sum;
        }
    }

    private static void im2col(ConvolutionOp.Im2col op, Elements x, Elements output) {
        boolean images = op.dimensions() == 2;
        Elements data = images ? x : flat(x);
        long kernel1 = images ? op.kernel1() : 1;
        Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
            Window window = images
                    ? new Window(data, op.axis0(), op.axis1(), i1, i2, i3)
                    : new Window(data, op.axis0(), Axis.PLAIN, i1, 0, i2);
            for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                long k0 = i0 % op.kernel0();
                long k1 = i0 / op.kernel0() % kernel1;
                output.set(i0, i1, i2, i3, window.get(k0, k1, i0 / op.kernel0() / kernel1));
            }
        });
    }

    private static void conv(Elements kernel, Elements data, Elements output, Axis axis0, Axis axis1) {
        Elements.forEachRow(output.shape(), (y, out, n) -> {
            for (long x = 0; x < output.shape().d0(); x++) {
                Window window = new Window(data, axis0, axis1, x, y, n);
                double sum = 0;
                for (long in = 0; in < kernel.shape().d2(); in++) {
                    sum += window.dot(kernel, in, in, out);
                }
                output.set(x, y, out, n, sum);
            }
        });
    }

    private static void transposed(Elements kernel, Elements data, Elements output, int stride) {
        Elements.forEachRow(output.shape(), (y, out, n) -> {
            double[] row = new double[Math.toIntExact(output.shape().d0())];
            for (long k1 = y % stride; k1 < kernel.shape().d1(); k1 += stride) {
                long i1 = (y - k1) / stride;
                if (k1 > y || i1 >= data.shape().d1()) {
                    continue;
                }
                for (long in = 0; in < data.shape().d2(); in++) {
                    for (long i0 = 0; i0 < data.shape().d0(); i0++) {
                        for (long k0 = 0; k0 < kernel.shape().d0(); k0++) {
                            row[(int) (i0 * stride + k0)] += kernel.get(k0, k1, out, in) * data.get(i0, i1, in, n);
                        }
                    }
                }
            }
            for (int x = 0; x < row.length; x++) {
                output.set(x, y, out, n, row[x]);
            }
        });
    }

    private static void ssm(Elements data, Elements kernel, Elements output) {
        Elements.forEachRow(output.shape(), (step, n, zero) -> {
            for (long channel = 0; channel < output.shape().d0(); channel++) {
                double sum = 0;
                for (long k = 0; k < kernel.shape().d0(); k++) {
                    sum += data.get(step + k, channel, n, 0) * kernel.get(k, channel, 0, 0);
                }
                output.set(channel, step, n, 0, sum);
            }
        });
    }
}
