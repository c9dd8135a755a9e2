package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import java.util.List;
import java.util.Optional;

/** (x − mean(x)) / √(mean((x − mean(x))²) + epsilon): the core of layer normalisation; scale and bias stay nodes. */
final class LayerNormFusion implements Fusion {
    @Override
    public Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph) {
        return RootMeanSquare.divisor(node, graph)
                .flatMap(divisor -> centred(divisor, graph).map(x -> norm(node, x, divisor)));
    }

    /** The x of x − mean(x). */
    private static Optional<String> centred(RootMeanSquare divisor, NodeGraph graph) {
        return graph.producer(divisor.x(), "Sub")
                .filter(difference -> difference.inputs().size() == 2)
                .filter(difference -> graph.producer(Fusion.input(difference, 1), "ReduceMean")
                        .filter(mean -> Fusion.input(mean, 0).equals(Fusion.input(difference, 0)))
                        .flatMap(mean -> RootMeanSquare.axes(mean, graph))
                        .filter(axes -> axes.equals(divisor.axes()))
                        .isPresent())
                .map(difference -> Fusion.input(difference, 0));
    }

    private static OnnxNode norm(OnnxNode node, String x, RootMeanSquare divisor) {
        return Fusion.replaced(
                node,
                DOMAIN,
                "Norm",
                List.of(x),
                new OnnxAttribute("epsilon", new OnnxAttribute.OfFloat((float) divisor.epsilon())),
                new OnnxAttribute("axes", new OnnxAttribute.OfIntegers(divisor.axes())));
    }
}
