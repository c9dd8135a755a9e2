package io.tandem.inference.onnx;

import io.tandem.inference.onnx.format.OnnxTensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What graph to build of a model. Each {@code with} method returns a changed copy.
 *
 * @param shapes the shapes of inputs by name, outermost dimension first as ONNX has them; an input whose dimensions are
 *     all fixed or named in {@code sizes} may be left out
 * @param sizes the sizes of named dimensions, such as {@code batch_size}
 * @param values inputs that are the same on each run; those that decide shapes must be among them
 * @param outputs the outputs to compute; all of them when empty
 * @param fused whether operators that together are one operation become that operation
 */
public record ImportRequest(
        Map<String, List<Long>> shapes,
        Map<String, Long> sizes,
        Map<String, OnnxTensor> values,
        Set<String> outputs,
        boolean fused) {
    private static final ImportRequest DEFAULT = new ImportRequest(Map.of(), Map.of(), Map.of(), Set.of(), true);

    /** Copies the maps. */
    public ImportRequest {
        shapes = Map.copyOf(shapes);
        sizes = Map.copyOf(sizes);
        values = Map.copyOf(values);
        outputs = Set.copyOf(outputs);
    }

    /** All outputs, fused, for a model without open dimensions. */
    public static ImportRequest create() {
        return DEFAULT;
    }

    /** With the shape of an input, outermost dimension first. */
    public ImportRequest withShape(String input, List<Long> shape) {
        return new ImportRequest(with(shapes, input, List.copyOf(shape)), sizes, values, outputs, fused);
    }

    /** With the size of a named dimension. */
    public ImportRequest withSize(String dimension, long size) {
        return new ImportRequest(shapes, with(sizes, dimension, size), values, outputs, fused);
    }

    /** With the value that an input has on each run. */
    public ImportRequest withValue(String input, OnnxTensor value) {
        return new ImportRequest(shapes, sizes, with(values, input, value), outputs, fused);
    }

    /** With these outputs alone. */
    public ImportRequest withOutputs(Set<String> names) {
        return new ImportRequest(shapes, sizes, values, names, fused);
    }

    /** Operator by operator, for comparison. */
    public ImportRequest withoutFusions() {
        return new ImportRequest(shapes, sizes, values, outputs, false);
    }

    private static <T> Map<String, T> with(Map<String, T> map, String key, T value) {
        Map<String, T> changed = new LinkedHashMap<>(map);
        changed.put(key, value);
        return changed;
    }
}
