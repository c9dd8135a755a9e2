package io.tandem.testkit.reference;

import io.tandem.op.UnaryOp;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Element-wise operations on one operand. */
final class UnaryKernels {
    private UnaryKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        addArithmetic(table);
        addRounding(table);
        addActivations(table);
    }

    private static void addArithmetic(ReferenceKernels.Builder table) {
        put(table, UnaryOp.Abs.class, Math::abs);
        put(table, UnaryOp.Sgn.class, Math::signum);
        put(table, UnaryOp.Neg.class, x -> -x);
        put(table, UnaryOp.Step.class, x -> x > 0 ? 1 : 0);
        put(table, UnaryOp.Exp.class, Math::exp);
        put(table, UnaryOp.Expm1.class, Math::expm1);
        put(table, UnaryOp.Log.class, Math::log);
        put(table, UnaryOp.Sqr.class, x -> x * x);
        put(table, UnaryOp.Sqrt.class, Math::sqrt);
        put(table, UnaryOp.Sin.class, Math::sin);
        put(table, UnaryOp.Cos.class, Math::cos);
        put(table, UnaryOp.Erf.class, Functions::erf);
        put(table, UnaryOp.Reciprocal.class, x -> 1 / x);
        parametrised(table, UnaryOp.Scale.class, op -> x -> op.factor() * x + op.bias());
        parametrised(table, UnaryOp.Clamp.class, op -> x -> Math.min(Math.max(x, op.lower()), op.upper()));
    }

    private static void addRounding(ReferenceKernels.Builder table) {
        put(table, UnaryOp.Floor.class, Math::floor);
        put(table, UnaryOp.Ceil.class, Math::ceil);
        put(table, UnaryOp.Round.class, x -> Math.copySign(Math.floor(Math.abs(x) + 0.5), x));
        put(table, UnaryOp.Trunc.class, x -> x < 0 ? Math.ceil(x) : Math.floor(x));
    }

    private static void addActivations(ReferenceKernels.Builder table) {
        put(table, UnaryOp.Tanh.class, Math::tanh);
        put(table, UnaryOp.Elu.class, x -> x > 0 ? x : Math.expm1(x));
        put(table, UnaryOp.Relu.class, Functions::relu);
        parametrised(table, UnaryOp.LeakyRelu.class, op -> x -> x > 0 ? x : op.slope() * x);
        put(table, UnaryOp.Sigmoid.class, Functions::sigmoid);
        put(table, UnaryOp.Gelu.class, Functions::gelu);
        put(table, UnaryOp.GeluQuick.class, Functions::geluQuick);
        put(table, UnaryOp.GeluErf.class, Functions::geluErf);
        put(table, UnaryOp.Silu.class, Functions::silu);
        put(table, UnaryOp.Hardswish.class, x -> x * hardsigmoid(x));
        put(table, UnaryOp.Hardsigmoid.class, UnaryKernels::hardsigmoid);
        put(table, UnaryOp.Softplus.class, x -> x > 20 ? x : Math.log1p(Math.exp(x)));
    }

    private static double hardsigmoid(double x) {
        return Math.min(1, Math.max(0, (x + 3) / 6));
    }

    private static <O extends UnaryOp> void put(
            ReferenceKernels.Builder table, Class<O> type, DoubleUnaryOperator function) {
        parametrised(table, type, op -> function);
    }

    private static <O extends UnaryOp> void parametrised(
            ReferenceKernels.Builder table, Class<O> type, Function<O, DoubleUnaryOperator> functions) {
        table.put(type, (op, inputs, output) -> map(functions.apply(op), inputs.getFirst(), output));
    }

    private static void map(DoubleUnaryOperator function, Elements x, Elements y) {
        Elements.forEachRow(y.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < y.shape().d0(); i0++) {
                y.set(i0, i1, i2, i3, function.applyAsDouble(x.get(i0, i1, i2, i3)));
            }
        });
    }
}
