package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.OnnxTypes;
import io.tandem.tensor.DType;

/** Conversions between types. */
final class CastOperators {
    private CastOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Cast", call -> cast(call, OnnxTypes.castTarget(call)));
        table.one("CastLike", call -> cast(call, call.value(1).type()));
    }

    private static Value cast(Call call, OnnxType target) {
        GraphBuilder graph = call.graph();
        if (call.value(0) instanceof Constant constant && isHalf(constant.type()) && target == OnnxType.FLOAT) {
            return constant.widened(call.resultName(), target);
        }
        Tensor tensor = call.emitter().tensor(call.value(0));
        DType stored = Layouts.type(target);
        call.emitter().noteStorage(target);
        if (target == OnnxType.BOOL) {
            Tensor floats = call.emitter().cast(tensor, DType.F32);
            return value(call, target, call.type() == OnnxType.BOOL ? floats : graph.step(graph.abs(floats)));
        }
        // a wider float holds what a narrower one does; the other way round precision would be lost for good
        boolean wideEnough = stored.isFloat() && tensor.type() == DType.F32;
        return value(call, target, wideEnough ? tensor : call.emitter().cast(tensor, stored));
    }

    private static boolean isHalf(OnnxType type) {
        return type == OnnxType.FLOAT16 || type == OnnxType.BFLOAT16;
    }

    private static Value value(Call call, OnnxType type, Tensor tensor) {
        return new Computed(type, call.dims(0), tensor);
    }
}
