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
}
