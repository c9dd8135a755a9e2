package io.tandem.inference.onnx;

import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.Dims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Works out the shape of each input of a model from what a request says about it. */
final class InputShapes {
    private final List<OnnxValue> inputs;
    private final ImportRequest request;
    private final Map<String, Long> sizes;

    InputShapes(List<OnnxValue> inputs, ImportRequest request) {
        this.inputs = inputs;
        this.request = request;
        this.sizes = new HashMap<>(request.sizes());
    }

    /** The shapes by name. */
    Map<String, Dims> shapes() {
        requireKnownNames();
        Map<String, Dims> shapes = new LinkedHashMap<>();
        for (OnnxValue input : inputs) { // first what is given, which sizes the dimensions that others share
            List<Long> given = given(input);
            if (given != null) {
                shapes.put(input.name(), matched(input, given));
            }
        }
        for (OnnxValue input : inputs) {
            if (!shapes.containsKey(input.name())) {
                shapes.put(input.name(), derived(input));
            }
        }
        return shapes;
    }

    private @org.jspecify.annotations.Nullable List<Long> given(OnnxValue input) {
        var value = request.values().get(input.name());
        return value == null ? request.shapes().get(input.name()) : value.dimensions();
    }

    private void requireKnownNames() {
        Set<String> names = new HashSet<>();
        Set<String> dimensions = new HashSet<>();
        for (OnnxValue input : inputs) {
            names.add(input.name());
            input.dimensions().orElse(List.of()).forEach(dimension -> {
                if (dimension instanceof OnnxValue.Named named) {
                    dimensions.add(named.name());
                }
            });
        }
        require(names, request.shapes().keySet(), "input");
        require(names, request.values().keySet(), "input");
        require(dimensions, request.sizes().keySet(), "dimension");
    }

    private static void require(Set<String> known, Set<String> asked, String what) {
        for (String name : asked) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "The model has no " + what + " '" + name + "' but " + String.join(", ", known));
            }
        }
    }

    private Dims matched(OnnxValue input, List<Long> given) {
        if (input.dimensions().isEmpty()) {
            return Dims.of(given);
        }
        List<OnnxValue.Dimension> declared = input.dimensions().get();
        if (declared.size() != given.size()) {
            throw mismatch(input, given);
        }
        for (int axis = 0; axis < given.size(); axis++) {
            boolean fits = switch (declared.get(axis)) {
                case OnnxValue.Fixed fixed -> fixed.size() == given.get(axis);
                case OnnxValue.Named named -> fits(named, given.get(axis));
            };
            if (!fits) {
                throw mismatch(input, given);
            }
        }
        return Dims.of(given);
    }

    private boolean fits(OnnxValue.Named named, long size) {
        Long known = named.name().isEmpty() ? null : sizes.putIfAbsent(named.name(), size);
        return size >= 0 && (known == null || known == size);
    }

    private IllegalArgumentException mismatch(OnnxValue input, List<Long> given) {
        return new IllegalArgumentException(
                "Input '" + input.name() + "' takes shape " + describe(input) + ", not " + given + knownSizes());
    }

    private String knownSizes() {
        return sizes.isEmpty() ? "" : ", with " + sizes;
    }

    private Dims derived(OnnxValue input) {
        List<OnnxValue.Dimension> declared = input.dimensions()
                .orElseThrow(() -> new IllegalArgumentException("Input '" + input.name() + "' needs a shape"));
        long[] extents = new long[declared.size()];
        for (int axis = 0; axis < extents.length; axis++) {
            extents[axis] = switch (declared.get(axis)) {
                case OnnxValue.Fixed fixed -> fixed.size();
                case OnnxValue.Named named -> size(input, named);
            };
        }
        return Dims.of(extents);
    }

    private long size(OnnxValue input, OnnxValue.Named named) {
        Long size = sizes.get(named.name());
        if (size == null) {
            throw new IllegalArgumentException("Input '" + input.name() + "' of shape " + describe(input)
                    + " needs a shape, or a size of dimension '" + named.name() + "'");
        }
        return size;
    }

    private static String describe(OnnxValue input) {
        List<String> dimensions = input.dimensions().orElse(List.of()).stream()
                .map(dimension -> switch (dimension) {
                    case OnnxValue.Fixed fixed -> String.valueOf(fixed.size());
                    case OnnxValue.Named named -> named.name().isEmpty() ? "?" : named.name();
                })
                .toList();
        return dimensions.toString();
    }
}
