package io.tandem.inference.onnx.host;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxAttribute.Value;
import io.tandem.inference.onnx.format.OnnxGraph;
import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxTensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parameters of a node by name. One of another kind than asked for is a {@link Refusal}. */
public final class Attributes {
    /** No parameters. */
    public static final Attributes NONE = new Attributes(List.of());

    private final Map<String, Value> values = new HashMap<>();

    /** The parameters of {@code node}. */
    public Attributes(OnnxNode node) {
        this(node.attributes());
    }

    private Attributes(List<OnnxAttribute> attributes) {
        for (OnnxAttribute attribute : attributes) {
            values.put(attribute.name(), attribute.value());
        }
    }

    /** Whether there is such a parameter. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** An integer, or {@code fallback} when there is no such parameter. */
    public long integer(String name, long fallback) {
        return switch (values.get(name)) {
            case null -> fallback;
            case OnnxAttribute.OfInteger integer -> integer.value();
            case Value other -> throw wrongKind(name, "an integer", other);
        };
    }

    /** Whether an integer parameter is not 0. */
    public boolean flag(String name, boolean fallback) {
        return integer(name, fallback ? 1 : 0) != 0;
    }

    /** A float, or {@code fallback} when there is no such parameter. */
    public float real(String name, float fallback) {
        return switch (values.get(name)) {
            case null -> fallback;
            case OnnxAttribute.OfFloat real -> real.value();
            case Value other -> throw wrongKind(name, "a float", other);
        };
    }

    /** A text, or {@code fallback} when there is no such parameter. */
    public String text(String name, String fallback) {
        return switch (values.get(name)) {
            case null -> fallback;
            case OnnxAttribute.OfText text -> text.value();
            case Value other -> throw wrongKind(name, "a text", other);
        };
    }

    /** A list of integers. */
    public Optional<long[]> integers(String name) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case OnnxAttribute.OfIntegers integers ->
                Optional.of(
                        integers.values().stream().mapToLong(Long::longValue).toArray());
            case Value other -> throw wrongKind(name, "a list of integers", other);
        };
    }

    /** A list of texts, empty when there is no such parameter. */
    public List<String> texts(String name) {
        return switch (values.get(name)) {
            case null -> List.of();
            case OnnxAttribute.OfTexts texts -> texts.values();
            case Value other -> throw wrongKind(name, "a list of texts", other);
        };
    }

    /** A list of floats. */
    public Optional<List<Float>> reals(String name) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case OnnxAttribute.OfFloats reals -> Optional.of(reals.values());
            case Value other -> throw wrongKind(name, "a list of floats", other);
        };
    }

    /** A tensor. */
    public Optional<OnnxTensor> tensor(String name) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case OnnxAttribute.OfTensor tensor -> Optional.of(tensor.value());
            case Value other -> throw wrongKind(name, "a tensor", other);
        };
    }

    /** A graph. */
    public Optional<OnnxGraph> graph(String name) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case OnnxAttribute.OfGraph graph -> Optional.of(graph.value());
            case Value other -> throw wrongKind(name, "a graph", other);
        };
    }

    private static Refusal wrongKind(String name, String wanted, @Nullable Value found) {
        return Refusal.invalid("attribute '" + name + "' should be " + wanted + ", not " + found);
    }
}
