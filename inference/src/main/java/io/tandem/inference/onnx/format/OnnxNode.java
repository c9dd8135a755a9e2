package io.tandem.inference.onnx.format;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One operation of a graph.
 *
 * @param name its name, empty where the exporter gave none
 * @param operator the operator's name, such as {@code MatMul}
 * @param domain the operator set it belongs to, empty for ONNX's own
 * @param inputs names of the values it reads; an empty name stands for an optional input that is left out
 * @param outputs names of the values it makes; an empty name for one that nobody wants
 * @param attributes its parameters
 */
public record OnnxNode(
        String name,
        String operator,
        String domain,
        List<String> inputs,
        List<String> outputs,
        List<OnnxAttribute> attributes) {
    /** The names of the values that it reads: its operands, and what graphs in its parameters take from around them. */
    public Set<String> reads() {
        Set<String> names = new LinkedHashSet<>(inputs);
        for (OnnxAttribute attribute : attributes) {
            if (attribute.value() instanceof OnnxAttribute.OfGraph body) {
                names.addAll(body.value().captured());
            }
        }
        names.remove("");
        return names;
    }
}
