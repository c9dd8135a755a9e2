package io.tandem.inference.cli;

import io.tandem.inference.onnx.ImportRequest;
import io.tandem.inference.onnx.OnnxModel;
import io.tandem.inference.onnx.format.OnnxValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dimensions that a model leaves to its inputs, with sizes for them: those given, 1 for all others.
 *
 * @param names the dimensions' names
 * @param assumed the names of those that no size was given for
 * @param unknown the given names that are none
 * @param request the import of the model with these sizes
 */
record OpenDimensions(Set<String> names, Set<String> assumed, Set<String> unknown, ImportRequest request) {
    static OpenDimensions of(OnnxModel model, Map<String, Long> sizes) {
        Set<String> names = new LinkedHashSet<>();
        ImportRequest request = ImportRequest.create();
        for (OnnxValue input : model.inputs()) {
            List<Long> shape = new ArrayList<>();
            for (OnnxValue.Dimension dimension : input.dimensions().orElse(List.of())) {
                shape.add(
                        switch (dimension) {
                            case OnnxValue.Fixed fixed -> fixed.size();
                            case OnnxValue.Named named -> {
                                String name = named.name().isEmpty() ? "?" : named.name();
                                names.add(name);
                                yield sizes.getOrDefault(name, 1L);
                            }
                        });
            }
            request = request.withShape(input.name(), shape);
        }
        Set<String> assumed = new LinkedHashSet<>(names);
        assumed.removeAll(sizes.keySet());
        Set<String> unknown = new LinkedHashSet<>(sizes.keySet());
        unknown.removeAll(names);
        return new OpenDimensions(names, assumed, unknown, request);
    }
}
