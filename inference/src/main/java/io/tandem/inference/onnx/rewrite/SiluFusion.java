package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxNode;
import java.util.List;
import java.util.Optional;

/** x · sigmoid(x). */
final class SiluFusion implements Fusion {
    @Override
    public Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph) {
        if (!node.operator().equals("Mul") || !node.domain().isEmpty()) {
            return Optional.empty();
        }
        return node.inputs().stream()
                .filter(input -> graph.producer(input, "Sigmoid")
                        .flatMap(sigmoid -> Fusion.other(node, input).filter(x -> x.equals(Fusion.input(sigmoid, 0))))
                        .isPresent())
                .findFirst()
                .flatMap(sigmoid -> Fusion.other(node, sigmoid))
                .map(x -> Fusion.replaced(node, "", "Swish", List.of(x)));
    }
}
