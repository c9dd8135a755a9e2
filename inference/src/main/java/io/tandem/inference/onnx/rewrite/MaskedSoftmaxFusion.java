package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** softmax(scale · scores + mask), where the scores are a product of matrices. */
final class MaskedSoftmaxFusion implements Fusion {
    /** A value as a number times another. */
    private record Scaled(String value, double factor) {}

    @Override
    public Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph) {
        if (!node.operator().equals("Softmax") || !node.domain().isEmpty()) {
            return Optional.empty();
        }
        return graph.producer(Fusion.input(node, 0), "Add")
                .filter(sum -> sum.inputs().size() == 2)
                .flatMap(sum -> fused(node, Fusion.input(sum, 0), Fusion.input(sum, 1), graph)
                        .or(() -> fused(node, Fusion.input(sum, 1), Fusion.input(sum, 0), graph)));
    }

    private static Optional<OnnxNode> fused(OnnxNode node, String scores, String mask, NodeGraph graph) {
        Scaled scaled = scaled(scores, graph);
        if (graph.producer(scaled.value(), "MatMul").isEmpty()) {
            return Optional.empty();
        }
        List<OnnxAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(new OnnxAttribute("scale", new OnnxAttribute.OfFloat((float) scaled.factor())));
        return Optional.of(Fusion.replaced(
                node,
                DOMAIN,
                "MaskedSoftmax",
                List.of(scaled.value(), mask),
                attributes.toArray(OnnxAttribute[]::new)));
    }

    private static Scaled scaled(String value, NodeGraph graph) {
        Optional<OnnxNode> quotient = graph.producer(value, "Div");
        if (quotient.isPresent()) {
            return graph.number(Fusion.input(quotient.get(), 1))
                    .map(divisor -> new Scaled(Fusion.input(quotient.get(), 0), 1 / divisor))
                    .orElse(new Scaled(value, 1));
        }
        return graph.producer(value, "Mul")
                .flatMap(product -> product.inputs().stream()
                        .filter(input -> graph.number(input).isPresent())
                        .findFirst()
                        .flatMap(factor -> Fusion.other(product, factor)
                                .map(x -> new Scaled(x, graph.number(factor).orElseThrow()))))
                .orElse(new Scaled(value, 1));
    }
}
