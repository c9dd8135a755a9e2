package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Refusal;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The tensor that a Constant node stands for. */
final class ConstantNode {
    private ConstantNode() {}

    static OnnxTensor tensor(OnnxNode node) {
        if (node.outputs().size() != 1 || node.attributes().size() != 1) {
            throw Refusal.invalid("a Constant with " + node.outputs().size() + " results and "
                    + node.attributes().size() + " values");
        }
        String name = node.outputs().getFirst();
        OnnxAttribute attribute = node.attributes().getFirst();
        return switch (attribute.value()) {
            case OnnxAttribute.OfTensor tensor -> renamed(name, tensor.value());
            case OnnxAttribute.OfFloat real -> reals(name, List.of(), List.of(real.value()));
            case OnnxAttribute.OfInteger integer -> integers(name, List.of(), List.of(integer.value()));
            case OnnxAttribute.OfFloats reals ->
                reals(name, List.of((long) reals.values().size()), reals.values());
            case OnnxAttribute.OfIntegers integers ->
                integers(name, List.of((long) integers.values().size()), integers.values());
            default -> throw Refusal.unsupported("constant '" + name + "' in the form " + attribute.name());
        };
    }

    private static OnnxTensor renamed(String name, OnnxTensor tensor) {
        return new OnnxTensor(name, tensor.dimensions(), tensor.type(), tensor.data(), tensor.strings());
    }

    private static OnnxTensor reals(String name, List<Long> dimensions, List<Float> values) {
        float[] elements = new float[values.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = values.get(i);
        }
        return new OnnxTensor(name, dimensions, OnnxType.FLOAT, MemorySegment.ofArray(elements), List.of());
    }

    private static OnnxTensor integers(String name, List<Long> dimensions, List<Long> values) {
        long[] elements = values.stream().mapToLong(Long::longValue).toArray();
        return new OnnxTensor(name, dimensions, OnnxType.INT64, MemorySegment.ofArray(elements), List.of());
    }
}
