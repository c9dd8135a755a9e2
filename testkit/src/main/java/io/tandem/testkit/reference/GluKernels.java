package io.tandem.testkit.reference;

import io.tandem.op.GluOp;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Gated linear units. */
final class GluKernels {
    private GluKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        put(table, GluOp.Reglu.class, Functions::relu);
        put(table, GluOp.Geglu.class, Functions::gelu);
        put(table, GluOp.GegluErf.class, Functions::geluErf);
        put(table, GluOp.GegluQuick.class, Functions::geluQuick);
        put(table, GluOp.Swiglu.class, Functions::silu);
        gated(table, GluOp.SwigluOai.class, op -> (a, g) -> {
            double x = Math.min(a, op.limit());
            double y = Math.min(Math.max(g, -op.limit()), op.limit());
            return x * Functions.sigmoid(op.alpha() * x) * (y + 1);
        });
    }

    private static <O extends GluOp> void put(
            ReferenceKernels.Builder table, Class<O> type, DoubleUnaryOperator function) {
        gated(table, type, op -> (a, g) -> function.applyAsDouble(a) * g);
    }

    private static <O extends GluOp> void gated(
            ReferenceKernels.Builder table, Class<O> type, Function<O, DoubleBinaryOperator> functions) {
        table.put(type, (op, inputs, output) -> {
            DoubleBinaryOperator function = functions.apply(op);
            Elements a = inputs.getFirst();
            Elements gate = inputs.getLast();
            long half = inputs.size() == 1 ? output.shape().d0() : 0;
            long fromA = op.swapped() ? half : 0;
            long fromGate = op.swapped() ? 0 : half;
            Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
                for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                    double result =
                            function.applyAsDouble(a.get(fromA + i0, i1, i2, i3), gate.get(fromGate + i0, i1, i2, i3));
                    output.set(i0, i1, i2, i3, result);
                }
            });
        });
    }
}
