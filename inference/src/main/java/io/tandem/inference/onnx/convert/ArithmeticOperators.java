package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.op.BinaryOp;
import java.util.Optional;

/**
 * Arithmetic on two or more operands. With a single number, known during import, it becomes an operation on one operand.
 */
final class ArithmeticOperators {
    private ArithmeticOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Add", ArithmeticOperators::add);
        table.one("Sub", ArithmeticOperators::subtract);
        table.one("Mul", ArithmeticOperators::multiply);
        table.one("Div", ArithmeticOperators::divide);
        table.one("Pow", ArithmeticOperators::power);
        table.one("Mod", ArithmeticOperators::modulo);
        table.one("Min", call -> fold(call, new BinaryOp.Min()));
        table.one("Max", call -> fold(call, new BinaryOp.Max()));
        table.one("Sum", call -> fold(call, new BinaryOp.Add()));
        table.one("Mean", ArithmeticOperators::mean);
        table.one("Clip", ArithmeticOperators::clip);
    }

    private static Value binary(Call call, BinaryOp op) {
        return Broadcasting.apply(call.emitter(), op, call.value(0), call.value(1));
    }

    /** The number that operand {@code index} is, if the result has the other operand's shape. */
    private static Optional<Float> factor(Call call, int index) {
        Value other = call.value(1 - index);
        return other.dims().broadcast(call.dims(index)).equals(other.dims())
                ? call.scalar(index).map(Double::floatValue)
                : Optional.empty();
    }

    private static Value scaled(Call call, int index, float factor, float bias) {
        Tensor result = call.graph().scale(call.floats(index), factor, bias);
        return new Computed(call.type(), call.dims(index), result);
    }

    private static Value add(Call call) {
        Optional<Float> left = factor(call, 0);
        Optional<Float> right = factor(call, 1);
        return right.isPresent()
                ? scaled(call, 0, 1, right.get())
                : left.isPresent() ? scaled(call, 1, 1, left.get()) : binary(call, new BinaryOp.Add());
    }

    private static Value subtract(Call call) {
        Optional<Float> left = factor(call, 0);
        Optional<Float> right = factor(call, 1);
        return right.isPresent()
                ? scaled(call, 0, 1, -right.get())
                : left.isPresent() ? scaled(call, 1, -1, left.get()) : binary(call, new BinaryOp.Sub());
    }

    private static Value multiply(Call call) {
        Optional<Float> left = factor(call, 0);
        Optional<Float> right = factor(call, 1);
        return right.isPresent()
                ? scaled(call, 0, right.get(), 0)
                : left.isPresent() ? scaled(call, 1, left.get(), 0) : binary(call, new BinaryOp.Mul());
    }

    private static Value divide(Call call) {
        if (isInteger(call.type())) { // towards zero; a factor of 1 / c is not exact enough
            Computed quotient = (Computed) binary(call, new BinaryOp.Div());
            return new Computed(call.type(), quotient.dims(), call.graph().trunc(quotient.tensor()));
        }
        Optional<Float> right = factor(call, 1).filter(divisor -> Float.isFinite(1 / divisor));
        Optional<Float> left = factor(call, 0);
        if (right.isPresent()) {
            return scaled(call, 0, 1 / right.get(), 0);
        }
        if (left.isPresent()) {
            Tensor reciprocal = call.graph().reciprocal(call.floats(1));
            Tensor result = left.get() == 1 ? reciprocal : call.graph().scale(reciprocal, left.get());
            return new Computed(call.type(), call.dims(1), result);
        }
        return binary(call, new BinaryOp.Div());
    }

    private static Value power(Call call) {
        float exponent = factor(call, 1).orElse(Float.NaN);
        GraphBuilder graph = call.graph();
        if (exponent == 1) {
            return call.value(0);
        } else if (exponent == 2) {
            return call.likeFirst(graph.sqr(call.floats(0)));
        } else if (exponent == 0.5f) {
            return call.likeFirst(graph.sqrt(call.floats(0)));
        } else if (exponent == -1) {
            return call.likeFirst(graph.reciprocal(call.floats(0)));
        }
        return binary(call, new BinaryOp.Pow());
    }

    /** x − y · floor(x / y), or with the dividend's sign x − y · trunc(x / y). */
    private static Value modulo(Call call) {
        Emitter emitter = call.emitter();
        Computed quotient = (Computed) binary(call, new BinaryOp.Div());
        Tensor whole = call.attributes().flag("fmod", false)
                ? call.graph().trunc(quotient.tensor())
                : call.graph().floor(quotient.tensor());
        Value product =
                Broadcasting.multiply(emitter, new Computed(call.type(), quotient.dims(), whole), call.value(1));
        return Broadcasting.apply(emitter, new BinaryOp.Sub(), call.value(0), product);
    }

    private static Value fold(Call call, BinaryOp op) {
        Value result = call.value(0);
        for (int i = 1; i < call.inputs().size(); i++) {
            result = Broadcasting.apply(call.emitter(), op, result, call.value(i));
        }
        return result;
    }

    private static Value mean(Call call) {
        Value sum = fold(call, new BinaryOp.Add());
        Tensor mean = call.graph()
                .scale(call.emitter().floats(sum), 1f / call.inputs().size());
        return new Computed(sum.type(), sum.dims(), mean);
    }

    private static Value clip(Call call) {
        boolean known = (!call.has(1) || call.scalar(1).isPresent())
                && (!call.has(2) || call.scalar(2).isPresent());
        if (known) {
            float lower = call.scalar(1)
                    .map(Double::floatValue)
                    .orElse(call.attributes().real("min", Float.NEGATIVE_INFINITY));
            float upper = call.scalar(2)
                    .map(Double::floatValue)
                    .orElse(call.attributes().real("max", Float.POSITIVE_INFINITY));
            boolean open = !call.has(1)
                    && !call.has(2)
                    && !call.attributes().has("min")
                    && !call.attributes().has("max");
            // the upper bound wins where they cross, as in NumPy
            return open
                    ? call.value(0)
                    : call.likeFirst(call.graph().clamp(call.floats(0), Math.min(lower, upper), upper));
        }
        Value result = call.value(0);
        if (call.has(1)) {
            result = Broadcasting.apply(call.emitter(), new BinaryOp.Max(), result, call.value(1));
        }
        return call.has(2) ? Broadcasting.apply(call.emitter(), new BinaryOp.Min(), result, call.value(2)) : result;
    }

    static boolean isInteger(OnnxType type) {
        return switch (type) {
            case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64 -> true;
            case BOOL -> throw Refusal.invalid("arithmetic on truth values");
            default -> false;
        };
    }
}
