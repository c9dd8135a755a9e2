package io.tandem.inference.onnx.host;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Element-wise arithmetic. */
final class ArithmeticFunctions {
    private ArithmeticFunctions() {}

    static void addTo(HostTable table) {
        addBinary(table, "Add", Long::sum, Double::sum);
        addBinary(table, "Sub", (a, b) -> a - b, (a, b) -> a - b);
        addBinary(table, "Mul", (a, b) -> a * b, (a, b) -> a * b);
        addBinary(table, "Div", ArithmeticFunctions::divide, (a, b) -> a / b);
        addBinary(table, "Pow", (a, b) -> (long) Math.pow((double) a, (double) b), Math::pow);
        addBinary(table, "Min", Math::min, Math::min);
        addBinary(table, "Max", Math::max, Math::max);
        addBinary(table, "And", (a, b) -> a & b, ArithmeticFunctions::none);
        addBinary(table, "Or", (a, b) -> a | b, ArithmeticFunctions::none);
        addBinary(table, "Xor", (a, b) -> a ^ b, ArithmeticFunctions::none);
        table.one("Mod", ArithmeticFunctions::modulo);
        addUnary(table, "Neg", a -> -a, a -> -a);
        addUnary(table, "Abs", Math::abs, Math::abs);
        addUnary(table, "Sign", Long::signum, Math::signum);
        addUnary(table, "Floor", a -> a, Math::floor);
        addUnary(table, "Ceil", a -> a, Math::ceil);
        addUnary(table, "Round", a -> a, Math::rint);
        addUnary(table, "Sqrt", a -> (long) Math.sqrt((double) a), Math::sqrt);
        addUnary(table, "Reciprocal", ArithmeticFunctions::noInteger, a -> 1 / a);
        addUnary(table, "Exp", ArithmeticFunctions::noInteger, Math::exp);
        addUnary(table, "Log", ArithmeticFunctions::noInteger, Math::log);
        addUnary(table, "Sin", ArithmeticFunctions::noInteger, Math::sin);
        addUnary(table, "Cos", ArithmeticFunctions::noInteger, Math::cos);
        addUnary(table, "Not", a -> 1 - a, ArithmeticFunctions::noReal);
    }

    private static void addBinary(
            HostTable table, String operator, LongBinaryOperator whole, DoubleBinaryOperator real) {
        table.one(operator, call -> {
            HostTensor result = call.constant(0);
            for (int i = 1; i < call.inputs().size(); i++) { // Min and Max take any number
                result = binary(result, call.constant(i), whole, real);
            }
            return result;
        });
    }

    private static HostTensor binary(
            HostTensor left, HostTensor right, LongBinaryOperator whole, DoubleBinaryOperator real) {
        Dims dims = left.dims().broadcast(right.dims());
        HostTensor a = left.broadcastTo(dims);
        HostTensor b = right.broadcastTo(dims);
        long[] cells = HostTensor.cells(dims);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = left.isReal()
                    ? Numbers.ofReal(left.type(), real.applyAsDouble(a.real(i), b.real(i)))
                    : Numbers.ofInteger(left.type(), whole.applyAsLong(a.integer(i), b.integer(i)));
        }
        return HostTensor.ofCells(left.type(), dims, cells);
    }

    private static void addUnary(HostTable table, String operator, LongUnaryOperator whole, DoubleUnaryOperator real) {
        table.one(operator, call -> {
            HostTensor input = call.constant(0);
            long[] cells = HostTensor.cells(input.dims());
            for (int i = 0; i < cells.length; i++) {
                cells[i] = input.isReal()
                        ? Numbers.ofReal(input.type(), real.applyAsDouble(input.real(i)))
                        : Numbers.ofInteger(input.type(), whole.applyAsLong(input.integer(i)));
            }
            return HostTensor.ofCells(input.type(), input.dims(), cells);
        });
    }

    private static HostTensor modulo(HostCall call) {
        boolean signOfDividend = call.attributes().flag("fmod", false);
        return binary(
                call.constant(0),
                call.constant(1),
                signOfDividend ? (a, b) -> a % nonZero(b) : (a, b) -> Math.floorMod(a, nonZero(b)),
                (a, b) -> a % b);
    }

    private static long divide(long a, long b) {
        return a / nonZero(b);
    }

    private static long nonZero(long divisor) {
        if (divisor == 0) {
            throw Refusal.invalid("an integer is divided by zero");
        }
        return divisor;
    }

    private static long noInteger(long value) {
        throw Refusal.unsupported("not defined for integers");
    }

    private static double noReal(double value) {
        throw Refusal.unsupported("not defined for reals");
    }

    private static double none(double a, double b) {
        throw Refusal.unsupported("not defined for reals");
    }
}
