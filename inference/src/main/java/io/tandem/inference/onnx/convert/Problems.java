package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.host.HostFunctions;
import io.tandem.inference.onnx.host.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The nodes that cannot be imported, told together. */
final class Problems {
    private static final int SHOWN = 20;

    private final List<String> unsupported = new ArrayList<>();
    private final List<String> invalid = new ArrayList<>();
    private boolean unknownOperator;

    void add(OnnxNode node, String version, Refusal reason) {
        String domain = node.domain().isEmpty() ? "" : node.domain() + ":";
        String name = node.name().isEmpty() ? String.join(", ", node.outputs()) : node.name();
        String reasonText = reason.getMessage();
        boolean unknown = reason.isUnsupported() && String.valueOf(reasonText).isEmpty();
        unknownOperator |= unknown;
        String line = domain + node.operator() + "-" + version + " '" + name + "'" + (unknown ? "" : ": " + reasonText);
        (reason.isUnsupported() ? unsupported : invalid).add(line);
    }

    void throwIfAny() {
        if (!invalid.isEmpty()) {
            throw Refusal.invalid("wrong nodes: " + shown(invalid));
        }
        if (!unsupported.isEmpty()) {
            throw Refusal.unsupported(
                    "unsupported: " + shown(unsupported) + (unknownOperator ? ". " + supported() : ""));
        }
    }

    private static String shown(List<String> lines) {
        String text = String.join("; ", lines.subList(0, Math.min(SHOWN, lines.size())));
        return lines.size() <= SHOWN ? text : text + "; and " + (lines.size() - SHOWN) + " more";
    }

    private static String supported() {
        TreeSet<String> names = new TreeSet<>(Converters.names());
        names.addAll(HostFunctions.names());
        return "Supported operators: " + String.join(", ", names);
    }
}
