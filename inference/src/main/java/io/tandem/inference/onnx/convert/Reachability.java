package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.rewrite.NodeGraph;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Which nodes outputs depend on. */
record Reachability(NodeGraph graph) {
    /** The nodes that the outputs need, by identity. */
    Set<OnnxNode> from(Set<String> outputs) {
        Set<OnnxNode> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<String> names = new HashSet<>(outputs);
        for (OnnxNode node : List.copyOf(graph.nodes()).reversed()) {
            if (node.outputs().stream().anyMatch(names::contains)) {
                needed.add(node);
                names.addAll(node.reads());
            }
        }
        return needed;
    }
}
