package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import java.util.List;
import java.util.Optional;

/** x / √(mean(x²) + epsilon). */
final class RmsNormFusion implements Fusion {
    @Override
    public Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph) {
        return RootMeanSquare.divisor(node, graph)
                .map(divisor -> Fusion.replaced(
                        node,
                        DOMAIN,
                        "RmsNorm",
                        List.of(divisor.x()),
                        new OnnxAttribute("epsilon", new OnnxAttribute.OfFloat((float) divisor.epsilon())),
                        new OnnxAttribute("axes", new OnnxAttribute.OfIntegers(divisor.axes()))));
    }
}
