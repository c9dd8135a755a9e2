package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.op.BinaryOp;
import io.tandem.tensor.Shape;
import java.util.List;

/** Comparisons, logic and choices. Truth values are floats here, 0 or 1. */
final class LogicOperators {
    private LogicOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Greater", call -> binary(call, new BinaryOp.Greater()));
        table.one("Less", call -> binary(call, new BinaryOp.Less()));
        table.one("GreaterOrEqual", call -> binary(call, new BinaryOp.GreaterEqual()));
        table.one("LessOrEqual", call -> binary(call, new BinaryOp.LessEqual()));
        table.one("Equal", call -> binary(call, new BinaryOp.Equal()));
        table.one("And", call -> binary(call, new BinaryOp.Mul()));
        table.one("Or", call -> binary(call, new BinaryOp.Max()));
        table.one("Xor", call -> binary(call, new BinaryOp.NotEqual()));
        table.one("Not", call -> truth(call, call.graph().scale(call.floats(0), -1, 1)));
        table.one("IsNaN", call -> truth(call, call.graph().notEqual(call.floats(0), call.floats(0))));
        table.one("IsInf", LogicOperators::isInfinite);
        table.one("Where", LogicOperators::where);
    }

    private static Value binary(Call call, BinaryOp op) {
        Computed value = (Computed) Broadcasting.apply(call.emitter(), op, call.value(0), call.value(1));
        return new Computed(OnnxType.BOOL, value.dims(), value.tensor());
    }

    private static Value truth(Call call, Tensor tensor) {
        return new Computed(OnnxType.BOOL, call.dims(0), tensor);
    }

    private static Value isInfinite(Call call) {
        boolean positive = call.attributes().flag("detect_positive", true);
        boolean negative = call.attributes().flag("detect_negative", true);
        Tensor x = call.floats(0);
        Tensor looked = positive && negative
                ? call.graph().abs(x)
                : negative ? call.graph().neg(x) : x;
        Tensor infinity = call.emitter().floats(Shape.of(1), Float.POSITIVE_INFINITY);
        Tensor found = call.graph().equal(looked, infinity);
        return truth(call, positive || negative ? found : call.graph().fill(x, 0));
    }

    private static Value where(Call call) {
        return where(call.emitter(), call.value(0), call.value(1), call.value(2));
    }

    /** Element by element one value where a condition holds, else another, whose type the result has. */
    static Value where(Emitter emitter, Value condition, Value yes, Value no) {
        List<Tensor> choices = emitter.alike(List.of(yes, no));
        Broadcasting.Aligned operands = Broadcasting.align(
                emitter,
                List.of(emitter.tensor(condition), choices.getFirst(), choices.getLast()),
                List.of(condition.dims(), yes.dims(), no.dims()));
        List<Tensor> tensors = operands.tensors();
        Tensor result = emitter.graph().where(tensors.get(0), tensors.get(1), tensors.get(2));
        Dims dims = condition.dims().broadcast(yes.dims()).broadcast(no.dims());
        return new Computed(yes.type(), dims, emitter.reshape(result, dims));
    }
}
