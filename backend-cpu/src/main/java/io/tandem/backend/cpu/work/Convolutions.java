package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;

/** Convolutions as products: the data under the kernel at each place, times the kernels. Signals are images of height 1. */
final class Convolutions {
    private Convolutions() {}

    static void addTo(KernelTable table) {
        table.put(ConvolutionOp.Im2col.class, Convolutions::im2col);
        table.put(
                ConvolutionOp.Conv1d.class,
                (op, call) -> product(
                        call,
                        flat(call.input(0)),
                        flat(call.input(1)),
                        flat(call.output()),
                        new Path(op.axis0(), Axis.PLAIN)));
        table.put(
                ConvolutionOp.Conv2d.class,
                (op, call) ->
                        product(call, call.input(0), call.input(1), call.output(), new Path(op.axis0(), op.axis1())));
        table.put(ConvolutionOp.Conv2dDw.class, DirectConvolutions::depthwise);
        table.put(
                ConvolutionOp.ConvTranspose1d.class,
                (op, call) -> DirectConvolutions.transposed(
                        call, flat(call.input(0)), flat(call.input(1)), flat(call.output()), op.stride()));
        table.put(
                ConvolutionOp.ConvTranspose2d.class,
                (op, call) ->
                        DirectConvolutions.transposed(call, call.input(0), call.input(1), call.output(), op.stride()));
        table.put(ConvolutionOp.SsmConv.class, (op, call) -> DirectConvolutions.ssm(call));
    }

    /** How a kernel moves over an image. */
    private record Path(Axis axis0, Axis axis1) {
        boolean isPlain() {
            return axis0.stride() == 1 && axis0.padding() == 0 && axis1.stride() == 1 && axis1.padding() == 0;
        }
    }

    /** A signal as an image of height 1: dimensions 1 and 2 become 2 and 3. */
    private static View flat(View view) {
        Shape shape = view.shape();
        Strides strides = view.strides();
        return view.as(
                new Shape(shape.d0(), 1, shape.d1(), shape.d2()),
                new Strides(strides.s0(), shape.d0() * strides.s0(), strides.s1(), strides.s2()),
                0);
    }

    private static void im2col(ConvolutionOp.Im2col op, KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        boolean images = op.dimensions() == 2;
        View data = images ? call.input(0) : flat(call.input(0));
        View y = call.output();
        Shape shape = y.shape();
        View target = images
                ? y
                : y.as(
                        new Shape(shape.d0(), shape.d1(), 1, shape.d2()),
                        new Strides(
                                y.strides().s0(),
                                y.strides().s1(),
                                y.strides().s2(),
                                y.strides().s2()),
                        0);
        Path path = new Path(op.axis0(), images ? op.axis1() : Axis.PLAIN);
        addColumns(call, MatrixProducts.plain(call, data), target, op.kernel0(), images ? op.kernel1() : 1, path);
    }

    /** Adds the work that writes what a kernel meets at place (x, y) of image n to row (x, y, n) of the columns. */
    private static void addColumns(KernelCall call, View data, View columns, int kernel0, int kernel1, Path path) {
        long places0 = columns.shape().d1();
        long places1 = columns.shape().d2();
        long rowBytes = (long) Float.BYTES * kernel0;
        ResultRows.add(call, columns, 1.5 * columns.length(), (row, target, slot) -> {
            long from0 = row % places0 * path.axis0().stride() - path.axis0().padding();
            long from1 = row / places0 % places1 * path.axis1().stride()
                    - path.axis1().padding();
            long n = row / places0 / places1;
            long at = target;
            for (long channel = 0; channel < data.shape().d2(); channel++) {
                for (int k1 = 0; k1 < kernel1; k1++) {
                    long i1 = from1 + (long) k1 * path.axis1().dilation();
                    if (i1 < 0 || i1 >= data.shape().d1()) {
                        Memory.clear(at, rowBytes);
                    } else {
                        copyRow(
                                data.row(i1, channel, n),
                                data.length(),
                                from0,
                                path.axis0().dilation(),
                                at,
                                kernel0);
                    }
                    at += rowBytes;
                }
            }
        });
    }

    /** Elements {@code from}, {@code from + step} and so on of a row, zeros where it has none. */
    private static void copyRow(long row, int length, long from, int step, long target, int count) {
        for (int i = 0; i < count; i++) {
            long place = from + (long) i * step;
            float value = place < 0 || place >= length ? 0 : readFloat(row + Float.BYTES * place);
            writeFloat(target + (long) Float.BYTES * i, value);
        }
    }

    private static void product(KernelCall call, View kernel, View data, View y, Path path) {
        if (y.isEmpty()) {
            return;
        }
        Shape shape = kernel.shape();
        long depth = shape.d0() * shape.d1() * shape.d2();
        long places = y.shape().d0() * y.shape().d1();
        long count = y.shape().d3();
        if (depth > KernelTable.LONGEST_ROW || places > KernelTable.LONGEST_ROW) {
            call.refuse("more than " + KernelTable.LONGEST_ROW + " places, or elements of a kernel");
            return;
        }
        View a = depth == 0 || isPointwise(kernel, data, path)
                ? pixels(data, places)
                : columns(call, kernel, data, y, path);
        View flat = ResultRows.packed(call, kernel);
        long kernelBytes = Float.BYTES * depth;
        View b = flat.as(Shape.of(depth, shape.d3(), count), new Strides(Float.BYTES, kernelBytes, 0, 0), 0);
        View c = y.as(
                Shape.of(places, shape.d3(), count),
                new Strides(Float.BYTES, y.strides().s2(), y.strides().s3(), 0),
                0);
        MatrixProducts.multiply(call, a, b, c);
    }

    /** Whether each element of the data is met once, by a kernel of one element, and they lie one after the other. */
    private static boolean isPointwise(View kernel, View data, Path path) {
        return kernel.shape().d0() == 1
                && kernel.shape().d1() == 1
                && path.isPlain()
                && (data.shape().d1() == 1
                        || data.strides().s1()
                                == data.strides().s0() * data.shape().d0());
    }

    /** The channels of each pixel as a row. */
    private static View pixels(View data, long places) {
        Strides strides = data.strides();
        return data.as(
                Shape.of(data.shape().d2(), places, data.shape().d3()),
                new Strides(strides.s2(), strides.s0(), strides.s3(), 0),
                0);
    }

    private static View columns(KernelCall call, View kernel, View data, View y, Path path) {
        Shape shape = kernel.shape();
        long depth = shape.d0() * shape.d1() * shape.d2();
        TensorLayout layout = TensorLayout.of(
                DType.F32,
                Shape.of(depth, y.shape().d0(), y.shape().d1(), y.shape().d3()));
        View columns = new View(layout, call.scratch(layout.byteExtent()));
        addColumns(call, MatrixProducts.plain(call, data), columns, (int) shape.d0(), (int) shape.d1(), path);
        Shape rows = Shape.of(depth, y.shape().d0() * y.shape().d1(), y.shape().d3());
        return new View(TensorLayout.of(DType.F32, rows), columns.address());
    }
}
