package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.host.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * √(mean(x²) + epsilon), which normalisations divide by.
 *
 * @param x what is squared
 * @param epsilon what is added before the root
 * @param axes over which the mean is taken
 */
record RootMeanSquare(String x, double epsilon, List<Long> axes) {
    /** What a node divides by, as a quotient or as a product with a reciprocal, if it is of this form. */
    static Optional<RootMeanSquare> divisor(OnnxNode node, NodeGraph graph) {
        if (node.inputs().size() != 2 || !node.domain().isEmpty()) {
            return Optional.empty();
        }
        return switch (node.operator()) {
            case "Div" -> of(Fusion.input(node, 1), Fusion.input(node, 0), graph);
            case "Mul" ->
                reciprocal(Fusion.input(node, 1), Fusion.input(node, 0), graph)
                        .or(() -> reciprocal(Fusion.input(node, 0), Fusion.input(node, 1), graph));
            default -> Optional.empty();
        };
    }

    private static Optional<RootMeanSquare> reciprocal(String value, String dividend, NodeGraph graph) {
        Optional<String> root = graph.producer(value, "Reciprocal")
                .map(node -> Fusion.input(node, 0))
                .or(() -> graph.producer(value, "Div")
                        .filter(node -> graph.isNumber(Fusion.input(node, 0), 1))
                        .map(node -> Fusion.input(node, 1)));
        return root.flatMap(name -> of(name, dividend, graph));
    }

    private static Optional<RootMeanSquare> of(String value, String dividend, NodeGraph graph) {
        Optional<OnnxNode> sum =
                graph.producer(value, "Sqrt").flatMap(root -> graph.producer(Fusion.input(root, 0), "Add"));
        if (sum.isEmpty() || sum.get().inputs().size() != 2) {
            return Optional.empty();
        }
        String left = Fusion.input(sum.get(), 0);
        String right = Fusion.input(sum.get(), 1);
        return (graph.number(right).isPresent() ? mean(left, right, graph) : mean(right, left, graph))
                .filter(found -> found.x().equals(dividend));
    }

    private static Optional<RootMeanSquare> mean(String mean, String epsilon, NodeGraph graph) {
        return graph.number(epsilon)
                .flatMap(number -> graph.producer(mean, "ReduceMean")
                        .flatMap(node -> axes(node, graph)
                                .flatMap(axes -> squared(Fusion.input(node, 0), graph)
                                        .map(x -> new RootMeanSquare(x, number, axes)))));
    }

    /** The axes of a mean that keeps its dimensions. */
    static Optional<List<Long>> axes(OnnxNode mean, NodeGraph graph) {
        Attributes attributes = new Attributes(mean);
        if (!attributes.flag("keepdims", true)) {
            return Optional.empty();
        }
        return attributes
                .integers("axes")
                .or(() -> mean.inputs().size() > 1 ? graph.integers(Fusion.input(mean, 1)) : Optional.empty())
                .filter(axes -> axes.length > 0)
                .map(axes -> java.util.Arrays.stream(axes).boxed().toList());
    }

    private static Optional<String> squared(String value, NodeGraph graph) {
        return graph.producer(value, "Pow")
                .filter(node -> node.inputs().size() == 2 && graph.isNumber(Fusion.input(node, 1), 2))
                .or(() -> graph.producer(value, "Mul")
                        .filter(node -> node.inputs().size() == 2
                                && Fusion.input(node, 0).equals(Fusion.input(node, 1))))
                .map(node -> Fusion.input(node, 0));
    }
}
