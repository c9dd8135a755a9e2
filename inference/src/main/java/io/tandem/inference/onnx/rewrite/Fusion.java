package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import java.util.List;
import java.util.Optional;

/**
 * Recognises operators that together are one operation. Only the last of them is replaced; the others fall away unless
 * something else reads them.
 */
@FunctionalInterface
interface Fusion {
    /** The domain of operators that are no part of ONNX. */
    String DOMAIN = "tandem";

    /** All of them, in the order in which they apply. */
    List<Fusion> ALL = List.of(
            new LayerNormFusion(), new RmsNormFusion(), new GeluFusion(), new SiluFusion(), new MaskedSoftmaxFusion());

    /** What the node becomes if it ends the pattern. */
    Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph);

    /** The node with another operator and other operands. */
    static OnnxNode replaced(
            OnnxNode node, String domain, String operator, List<String> inputs, OnnxAttribute... attributes) {
        return new OnnxNode(node.name(), operator, domain, inputs, node.outputs(), List.of(attributes));
    }

    /** The name of an operand; empty if it is not given. */
    static String input(OnnxNode node, int index) {
        return index < node.inputs().size() ? node.inputs().get(index) : "";
    }

    /** The operand of a node of two operands that is not the given one. */
    static Optional<String> other(OnnxNode node, String operand) {
        if (node.inputs().size() != 2) {
            return Optional.empty();
        }
        return Fusion.input(node, 0).equals(operand)
                ? Optional.of(Fusion.input(node, 1))
                : Fusion.input(node, 1).equals(operand) ? Optional.of(Fusion.input(node, 0)) : Optional.empty();
    }
}
