package io.tandem.inference.onnx.host;

import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Reductions, as far as shapes need them. */
final class ReductionFunctions {
    private ReductionFunctions() {}

    static void addTo(HostTable table) {
        add(table, "ReduceSum", 0, Long::sum, Double::sum);
        add(table, "ReduceProd", 1, (a, b) -> a * b, (a, b) -> a * b);
        add(table, "ReduceMin", Long.MAX_VALUE, Math::min, Math::min);
        add(table, "ReduceMax", Long.MIN_VALUE, Math::max, Math::max);
    }

    private static void add(
            HostTable table, String operator, long start, LongBinaryOperator whole, DoubleBinaryOperator real) {
        double realStart = start == Long.MAX_VALUE
                ? Double.POSITIVE_INFINITY
                : start == Long.MIN_VALUE ? Double.NEGATIVE_INFINITY : start;
        table.one(operator, call -> {
            HostTensor input = call.constant(0);
            return input.isReal()
                    ? reduce(
                            call,
                            Double.doubleToRawLongBits(realStart),
                            (a, b) -> Double.doubleToRawLongBits(
                                    real.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b))))
                    : reduce(call, start, whole);
        });
    }

    private static HostTensor reduce(HostCall call, long start, LongBinaryOperator combine) {
        HostTensor input = call.constant(0);
        Set<Integer> axes = ShapeRules.reducedAxes(call);
        Dims kept = ShapeRules.reduced(input.dims(), axes, true);
        long[] cells = HostTensor.cells(kept);
        java.util.Arrays.fill(cells, start);
        long[] strides = kept.strides();
        long[] inputStrides = input.dims().strides();
        for (int i = 0; i < input.size(); i++) {
            int target = 0;
            for (int axis = 0; axis < strides.length; axis++) {
                long position = i / inputStrides[axis] % input.dims().extent(axis);
                target += axes.contains(axis) ? 0 : (int) (position * strides[axis]);
            }
            cells[target] = combine.applyAsLong(cells[target], input.cell(i));
        }
        for (int i = 0; i < cells.length; i++) {
            cells[i] = input.isReal()
                    ? Numbers.ofReal(input.type(), Double.longBitsToDouble(cells[i]))
                    : Numbers.ofInteger(input.type(), cells[i]);
        }
        boolean keep = call.attributes().flag("keepdims", true);
        return HostTensor.ofCells(input.type(), kept, cells).reshaped(ShapeRules.reduced(input.dims(), axes, keep));
    }
}
