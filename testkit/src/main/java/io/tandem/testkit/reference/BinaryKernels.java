package io.tandem.testkit.reference;

import io.tandem.op.BinaryOp;
import io.tandem.tensor.Shape;
import java.util.function.DoubleBinaryOperator;

/** Element-wise operations on two operands, the second repeated over the first. */
final class BinaryKernels {
    private BinaryKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        put(table, BinaryOp.Add.class, Double::sum);
        put(table, BinaryOp.Sub.class, (a, b) -> a - b);
        put(table, BinaryOp.Mul.class, (a, b) -> a * b);
        put(table, BinaryOp.Div.class, (a, b) -> a / b);
        put(table, BinaryOp.Pow.class, Math::pow);
        put(table, BinaryOp.Min.class, Math::min);
        put(table, BinaryOp.Max.class, Math::max);
        put(table, BinaryOp.Equal.class, (a, b) -> a == b ? 1 : 0);
        put(table, BinaryOp.NotEqual.class, (a, b) -> a != b ? 1 : 0);
        put(table, BinaryOp.Less.class, (a, b) -> a < b ? 1 : 0);
        put(table, BinaryOp.LessEqual.class, (a, b) -> a <= b ? 1 : 0);
        put(table, BinaryOp.Greater.class, (a, b) -> a > b ? 1 : 0);
        put(table, BinaryOp.GreaterEqual.class, (a, b) -> a >= b ? 1 : 0);
    }

    private static <O extends BinaryOp> void put(
            ReferenceKernels.Builder table, Class<O> type, DoubleBinaryOperator function) {
        table.put(type, (op, inputs, output) -> map(function, inputs.get(0), inputs.get(1), output));
    }

    private static void map(DoubleBinaryOperator function, Elements a, Elements b, Elements y) {
        Shape small = b.shape();
        Elements.forEachRow(y.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < y.shape().d0(); i0++) {
                double other = b.get(i0 % small.d0(), i1 % small.d1(), i2 % small.d2(), i3 % small.d3());
                y.set(i0, i1, i2, i3, function.applyAsDouble(a.get(i0, i1, i2, i3), other));
            }
        });
    }
}
