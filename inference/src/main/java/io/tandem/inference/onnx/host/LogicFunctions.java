package io.tandem.inference.onnx.host;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.function.IntPredicate;

/** Comparisons and choices. */
final class LogicFunctions {
    private LogicFunctions() {}

    static void addTo(HostTable table) {
        addComparison(table, "Equal", order -> order == 0);
        addComparison(table, "Less", order -> order < 0);
        addComparison(table, "LessOrEqual", order -> order <= 0);
        addComparison(table, "Greater", order -> order > 0);
        addComparison(table, "GreaterOrEqual", order -> order >= 0);
        table.one("Where", LogicFunctions::where);
    }

    private static void addComparison(HostTable table, String operator, IntPredicate holds) {
        table.one(operator, call -> {
            Dims dims = call.dims(0).broadcast(call.dims(1));
            HostTensor a = call.constant(0).broadcastTo(dims);
            HostTensor b = call.constant(1).broadcastTo(dims);
            long[] cells = HostTensor.cells(dims);
            for (int i = 0; i < cells.length; i++) {
                cells[i] = comparable(a, b, i) && holds.test(compare(a, b, i)) ? 1 : 0;
            }
            return HostTensor.ofCells(OnnxType.BOOL, dims, cells);
        });
    }

    private static boolean comparable(HostTensor a, HostTensor b, int index) {
        return !a.isReal() || !(Double.isNaN(a.real(index)) || Double.isNaN(b.real(index)));
    }

    private static int compare(HostTensor a, HostTensor b, int index) {
        if (a.isReal()) {
            double left = a.real(index);
            double right = b.real(index);
            return left < right ? -1 : left > right ? 1 : 0; // unlike Double.compare, 0.0 equals -0.0
        }
        return a.type() == OnnxType.UINT64
                ? Long.compareUnsigned(a.integer(index), b.integer(index))
                : Long.compare(a.integer(index), b.integer(index));
    }

    private static HostTensor where(HostCall call) {
        Dims dims = call.dims(0).broadcast(call.dims(1)).broadcast(call.dims(2));
        HostTensor condition = call.constant(0).broadcastTo(dims);
        HostTensor yes = call.constant(1).broadcastTo(dims);
        HostTensor no = call.constant(2).broadcastTo(dims);
        long[] cells = HostTensor.cells(dims);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = condition.integer(i) != 0 ? yes.cell(i) : no.cell(i);
        }
        return HostTensor.ofCells(yes.type(), dims, cells);
    }
}
