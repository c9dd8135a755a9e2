package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.OnnxTypes;
import io.tandem.inference.onnx.host.Refusal;
import java.util.Arrays;

/** Operators that ask for shapes, which the importer answers, or make tensors of a shape. */
final class ShapeOperators {
    private ShapeOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Shape", ShapeOperators::shape);
        table.one(
                "Size",
                call -> Constant.of(
                        call.resultName(),
                        HostTensor.ofIntegers(Dims.SCALAR, call.dims(0).elements())));
        table.one("EyeLike", ShapeOperators::unitMatrix);
        table.one("ConstantOfShape", ShapeOperators::constantOfShape);
    }

    private static Value shape(Call call) {
        long[] extents = call.dims(0).toArray();
        int rank = extents.length;
        int start = bound(call.attributes().integer("start", 0), rank);
        int end = Math.max(start, bound(call.attributes().integer("end", rank), rank));
        long[] part = Arrays.copyOfRange(extents, start, end);
        return Constant.of(call.resultName(), HostTensor.ofIntegers(Dims.of(part.length), part));
    }

    private static int bound(long position, int rank) {
        return Math.clamp(position < 0 ? position + rank : position, 0, rank);
    }

    /** One that is too large for the host: a single number, repeated. */
    private static Value constantOfShape(Call call) {
        Dims dims = Dims.of(call.constant(0).integers());
        HostTensor value = call.attributes()
                .tensor("value")
                .map(HostTensor::of)
                .orElseThrow(() -> Refusal.unsupported("a tensor of zeros of shape " + dims));
        Constant single = Constant.of(call.resultName(), value.reshaped(Dims.SCALAR));
        Tensor repeated = call.emitter().repeat(call.emitter().tensor(single), Layouts.shape(dims));
        return new Computed(value.type(), dims, repeated);
    }

    private static Value unitMatrix(Call call) {
        Dims dims = call.dims(0);
        if (dims.rank() != 2) {
            throw Refusal.invalid("a unit matrix of shape " + dims);
        }
        long diagonal = call.attributes().integer("k", 0);
        long[] cells = HostTensor.cells(dims);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i % dims.extent(1) - i / dims.extent(1) == diagonal ? 1 : 0;
        }
        long type = call.attributes().integer("dtype", call.type().code());
        HostTensor matrix = HostTensor.ofIntegers(dims, cells).cast(OnnxTypes.numbered(type));
        return Constant.of(call.resultName(), matrix);
    }
}
