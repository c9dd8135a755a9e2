package io.tandem.inference.onnx.format;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A constant tensor of a model.
 *
 * @param name its name, empty where the format gives none
 * @param dimensions its shape, outermost dimension first as everywhere in ONNX; empty for a scalar
 * @param type the type of its elements
 * @param data the elements in row-major order, little-endian, at the type's width and without padding, wherever the
 *     file keeps them; usually a slice of the mapped file and then of any alignment. Empty for strings
 * @param strings the elements of a tensor of strings, else empty
 */
public record OnnxTensor(String name, List<Long> dimensions, OnnxType type, MemorySegment data, List<String> strings) {
    /** How many elements the tensor has. */
    public long elements() {
        return dimensions.stream().reduce(1L, Math::multiplyExact);
    }
}
