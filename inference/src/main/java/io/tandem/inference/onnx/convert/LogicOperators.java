package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.op.BinaryOp;

/** Comparisons, logic and choices. Truth values are floats here, 0 or 1. */
final class LogicOperators {
    private LogicOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Greater", call -> greater(call, 0, 1));
        table.one("Less", call -> greater(call, 1, 0));
        table.one("GreaterOrEqual", call -> not(call, greater(call, 1, 0)));
        table.one("LessOrEqual", call -> not(call, greater(call, 0, 1)));
        table.one("Equal", call -> not(call, differs(call)));
        table.one("And", call -> truth(binary(call, new BinaryOp.Mul())));
        table.one("Or", call -> truth(binary(call, new BinaryOp.Max())));
        table.one("Xor", LogicOperators::differs);
        table.one("Not", call -> not(call, call.value(0)));
        table.one("Where", LogicOperators::where);
    }

    private static Computed binary(Call call, BinaryOp op) {
        return (Computed) Broadcasting.apply(call.emitter(), op, call.value(0), call.value(1));
    }

    private static Computed truth(Computed value) {
        return new Computed(OnnxType.BOOL, value.dims(), value.tensor());
    }

    private static Value greater(Call call, int left, int right) {
        Computed difference =
                (Computed) Broadcasting.apply(call.emitter(), new BinaryOp.Sub(), call.value(left), call.value(right));
        return new Computed(OnnxType.BOOL, difference.dims(), call.graph().step(difference.tensor()));
    }

    private static Value differs(Call call) {
        GraphBuilder graph = call.graph();
        Computed difference = binary(call, new BinaryOp.Sub());
        return new Computed(OnnxType.BOOL, difference.dims(), graph.step(graph.abs(difference.tensor())));
    }

    private static Value not(Call call, Value value) {
        Tensor flipped = call.graph().scale(call.emitter().floats(value), -1, 1);
        return new Computed(OnnxType.BOOL, value.dims(), flipped);
    }

    /**
     * max(min(x, b), min(y, −b)), where b is +∞ where the condition holds and −∞ elsewhere: unlike a sum of products it
     * keeps an infinity of the side that is not taken out of the result.
     */
    private static Value where(Call call) {
        GraphBuilder graph = call.graph();
        Emitter emitter = call.emitter();
        Value condition = call.value(0);
        Tensor sign = graph.scale(emitter.singles(condition), 2, -1);
        Value bound = bound(graph, condition.dims(), sign, Float.POSITIVE_INFINITY);
        Value opposite = bound(graph, condition.dims(), sign, Float.NEGATIVE_INFINITY);
        Value yes = Broadcasting.apply(emitter, new BinaryOp.Min(), call.value(1), bound);
        Value no = Broadcasting.apply(emitter, new BinaryOp.Min(), call.value(2), opposite);
        return Broadcasting.apply(emitter, new BinaryOp.Max(), yes, no);
    }

    private static Value bound(GraphBuilder graph, Dims dims, Tensor sign, float infinity) {
        return new Computed(OnnxType.FLOAT, dims, graph.scale(sign, infinity));
    }
}
