package io.tandem.testkit.reference;

import io.tandem.op.LayoutOp;
import io.tandem.tensor.Shape;

/** Operations that move elements. */
final class LayoutKernels {
    private LayoutKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(LayoutOp.Cont.class, (op, inputs, output) -> convert(inputs.getFirst(), output));
        table.put(LayoutOp.Cpy.class, (op, inputs, output) -> convert(inputs.getFirst(), output));
        table.put(LayoutOp.CopyInto.class, (op, inputs, output) -> convert(inputs.get(1), inputs.get(0)));
        table.put(LayoutOp.Repeat.class, (op, inputs, output) -> repeat(inputs.getFirst(), output));
        table.put(LayoutOp.Concat.class, (op, inputs, output) -> {
            Elements a = inputs.get(0);
            place(a, output, op.dimension(), 0);
            place(inputs.get(1), output, op.dimension(), a.shape().dim(op.dimension()));
        });
        table.put(LayoutOp.Pad.class, (op, inputs, output) -> pad(op, inputs.getFirst(), output));
        table.put(LayoutOp.PadReflect1d.class, (op, inputs, output) -> reflect(op, inputs.getFirst(), output));
        table.put(LayoutOp.Roll.class, (op, inputs, output) -> roll(op, inputs.getFirst(), output));
        table.put(LayoutOp.Diag.class, (op, inputs, output) -> {
            clear(output);
            Elements x = inputs.getFirst();
            Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
                output.copyBlock(i1, i1, i2, i3, x, x.offset(i1, 0, i2, i3));
            });
        });
        table.put(
                LayoutOp.Where.class,
                (op, inputs, output) -> where(inputs.get(0), inputs.get(1), inputs.get(2), output));
    }

    private static void convert(Elements source, Elements target) {
        if (source.type() == target.type()) {
            place(source, target, 0, 0);
            return;
        }
        boolean whole = source.type().isInteger() && !target.type().isQuantized();
        Elements.forEachRow(target.shape(), (i1, i2, i3) -> {
            if (!whole) {
                target.setRow(i1, i2, i3, source.row(i1, i2, i3));
                return;
            }
            for (long i0 = 0; i0 < target.shape().d0(); i0++) {
                target.setLong(i0, i1, i2, i3, source.getLong(i0, i1, i2, i3));
            }
        });
    }

    /** Copies {@code source} into {@code target} of the same type, shifted in one dimension. */
    private static void place(Elements source, Elements target, int dimension, long shift) {
        int step = source.type().blockLength();
        Elements.forEachRow(source.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < source.shape().d0(); i0 += step) {
                target.copyBlock(
                        dimension == 0 ? i0 + shift : i0,
                        dimension == 1 ? i1 + shift : i1,
                        dimension == 2 ? i2 + shift : i2,
                        dimension == 3 ? i3 + shift : i3,
                        source,
                        source.offset(i0, i1, i2, i3));
            }
        });
    }

    private static void repeat(Elements source, Elements target) {
        Shape small = source.shape();
        Elements.forEachRow(target.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < target.shape().d0(); i0++) {
                long from = source.offset(i0 % small.d0(), i1 % small.d1(), i2 % small.d2(), i3 % small.d3());
                target.copyBlock(i0, i1, i2, i3, source, from);
            }
        });
    }

    private static void clear(Elements target) {
        target.memory().asSlice(0, target.layout().byteExtent()).fill((byte) 0);
    }

    private static void pad(LayoutOp.Pad op, Elements source, Elements target) {
        clear(target);
        Elements.forEachRow(source.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < source.shape().d0(); i0++) {
                target.copyBlock(
                        i0 + op.before().d0(),
                        i1 + op.before().d1(),
                        i2 + op.before().d2(),
                        i3 + op.before().d3(),
                        source,
                        source.offset(i0, i1, i2, i3));
            }
        });
    }

    private static void reflect(LayoutOp.PadReflect1d op, Elements source, Elements target) {
        long last = source.shape().d0() - 1;
        Elements.forEachRow(target.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < target.shape().d0(); i0++) {
                long from = Math.abs(i0 - op.before());
                target.copyBlock(i0, i1, i2, i3, source, source.offset(last - Math.abs(last - from), i1, i2, i3));
            }
        });
    }

    private static void roll(LayoutOp.Roll op, Elements source, Elements target) {
        Shape shape = source.shape();
        Elements.forEachRow(shape, (i1, i2, i3) -> {
            for (long i0 = 0; i0 < shape.d0(); i0++) {
                target.copyBlock(
                        Math.floorMod(i0 + op.shift0(), shape.d0()),
                        Math.floorMod(i1 + op.shift1(), shape.d1()),
                        Math.floorMod(i2 + op.shift2(), shape.d2()),
                        Math.floorMod(i3 + op.shift3(), shape.d3()),
                        source,
                        source.offset(i0, i1, i2, i3));
            }
        });
    }

    private static void where(Elements condition, Elements a, Elements b, Elements target) {
        Elements.forEachRow(target.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < target.shape().d0(); i0++) {
                Shape c = condition.shape();
                Elements chosen = condition.get(i0 % c.d0(), i1 % c.d1(), i2 % c.d2(), i3 % c.d3()) != 0 ? a : b;
                Shape s = chosen.shape();
                long from = chosen.offset(i0 % s.d0(), i1 % s.d1(), i2 % s.d2(), i3 % s.d3());
                target.copyBlock(i0, i1, i2, i3, chosen, from);
            }
        });
    }
}
