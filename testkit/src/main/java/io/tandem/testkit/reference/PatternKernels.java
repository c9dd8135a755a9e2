package io.tandem.testkit.reference;

import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
import io.tandem.op.PatternOp.Triangle;
import java.util.List;

/** Operations whose result follows a pattern, and those that change a part of a tensor. */
final class PatternKernels {
    private PatternKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(
                PatternOp.Fill.class,
                (op, inputs, output) -> Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
                    for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                        output.set(i0, i1, i2, i3, op.value());
                    }
                }));
        table.put(PatternOp.Arange.class, (op, inputs, output) -> {
            for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                output.set(i0, 0, 0, 0, op.start() + (double) op.step() * i0);
            }
        });
        table.put(PatternOp.Tri.class, (op, inputs, output) -> {
            Elements x = inputs.getFirst();
            Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
                for (long i0 = 0; i0 < x.shape().d0(); i0++) {
                    double value = x.get(i0, i1, i2, i3);
                    output.set(i0, i1, i2, i3, keeps(op.triangle(), i0, i1) ? value : 0);
                }
            });
        });
        table.put(
                PatternOp.TimestepEmbedding.class,
                (op, inputs, output) -> timestepEmbedding(op, inputs.getFirst(), output));
        table.put(PatchOp.Set.class, (op, inputs, output) -> patch(op, inputs, output, false));
        table.put(PatchOp.Acc.class, (op, inputs, output) -> patch(op, inputs, output, true));
    }

    private static void timestepEmbedding(PatternOp.TimestepEmbedding op, Elements steps, Elements output) {
        int half = op.dimension() / 2;
        for (long step = 0; step < output.shape().d1(); step++) {
            for (int i = 0; i < half; i++) {
                double angle = steps.get(step, 0, 0, 0) * Math.pow(op.maxPeriod(), -(double) i / half);
                output.set(i, step, 0, 0, Math.cos(angle));
                output.set(half + i, step, 0, 0, Math.sin(angle));
            }
            if (op.dimension() % 2 == 1) {
                output.set(op.dimension() - 1, step, 0, 0, 0);
            }
        }
    }

    private static boolean keeps(Triangle triangle, long column, long row) {
        return switch (triangle) {
            case LOWER -> column < row;
            case LOWER_DIAG -> column <= row;
            case UPPER -> column > row;
            case UPPER_DIAG -> column >= row;
        };
    }

    private static void patch(PatchOp op, List<Elements> inputs, Elements output, boolean add) {
        Elements a = inputs.get(0);
        Elements b = inputs.get(1);
        Elements.forEachRow(a.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < a.shape().d0(); i0++) {
                output.copyBlock(i0, i1, i2, i3, a, a.offset(i0, i1, i2, i3));
            }
        });
        if (b.layout().elements() == 0) {
            return;
        }
        Elements part = new Elements(op.part(b.layout()), output.memory().asSlice(op.byteOffset()));
        Elements.forEachRow(b.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < b.shape().d0(); i0++) {
                if (add) {
                    part.set(i0, i1, i2, i3, part.get(i0, i1, i2, i3) + b.get(i0, i1, i2, i3));
                } else {
                    part.copyBlock(i0, i1, i2, i3, b, b.offset(i0, i1, i2, i3));
                }
            }
        });
    }
}
