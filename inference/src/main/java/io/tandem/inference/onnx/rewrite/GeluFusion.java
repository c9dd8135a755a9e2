package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxAttribute;
import io.tandem.inference.onnx.format.OnnxNode;
import java.util.List;
import java.util.Optional;

/**
 * Products of x, one half and 1 + erf(x / √2), in any order; or, for the approximation of GELU, of x, one half and
 * 1 + tanh(√(2/π) · (x + 0.044715 x³)).
 */
final class GeluFusion implements Fusion {
    @Override
    public Optional<OnnxNode> replacement(OnnxNode node, NodeGraph graph) {
        List<String> factors = Product.factors(node, graph);
        if (factors.size() != 3) {
            return Optional.empty();
        }
        Optional<String> half =
                factors.stream().filter(name -> graph.isNumber(name, 0.5)).findFirst();
        Optional<String> sum = factors.stream()
                .filter(name -> onePlus(name, graph).isPresent())
                .findFirst();
        if (half.isEmpty() || sum.isEmpty()) {
            return Optional.empty();
        }
        String x = factors.stream()
                .filter(name -> !name.equals(half.get()) && !name.equals(sum.get()))
                .findFirst()
                .orElse("");
        String term = onePlus(sum.get(), graph).orElseThrow();
        if (isErf(term, x, graph)) {
            return Optional.of(gelu(node, x, "none"));
        }
        return isTanh(term, x, graph) ? Optional.of(gelu(node, x, "tanh")) : Optional.empty();
    }

    private static OnnxNode gelu(OnnxNode node, String x, String approximation) {
        return Fusion.replaced(
                node,
                "",
                "Gelu",
                List.of(x),
                new OnnxAttribute("approximate", new OnnxAttribute.OfText(approximation)));
    }

    /** The t of 1 + t. */
    private static Optional<String> onePlus(String value, NodeGraph graph) {
        return graph.producer(value, "Add")
                .flatMap(sum -> sum.inputs().stream()
                        .filter(input -> graph.isNumber(input, 1))
                        .findFirst()
                        .flatMap(one -> Fusion.other(sum, one)));
    }

    private static boolean isErf(String term, String x, NodeGraph graph) {
        Optional<String> argument = graph.producer(term, "Erf").map(node -> Fusion.input(node, 0));
        boolean quotient = argument.flatMap(value -> graph.producer(value, "Div"))
                .filter(node -> Fusion.input(node, 0).equals(x) && graph.isNumber(Fusion.input(node, 1), Math.sqrt(2)))
                .isPresent();
        return quotient
                || argument.filter(value -> isScaled(value, x, Math.sqrt(0.5), graph))
                        .isPresent();
    }

    private static boolean isTanh(String term, String x, NodeGraph graph) {
        return graph.producer(term, "Tanh")
                .flatMap(node -> graph.producer(Fusion.input(node, 0), "Mul"))
                .flatMap(product -> product.inputs().stream()
                        .filter(input -> graph.isNumber(input, Math.sqrt(2 / Math.PI)))
                        .findFirst()
                        .flatMap(factor -> Fusion.other(product, factor)))
                .flatMap(value -> graph.producer(value, "Add"))
                .flatMap(sum -> Fusion.other(sum, x))
                .filter(cubic -> isCubic(cubic, x, graph))
                .isPresent();
    }

    /** Whether a value is 0.044715 · x³. */
    private static boolean isCubic(String value, String x, NodeGraph graph) {
        Optional<OnnxNode> product = graph.producer(value, "Mul");
        if (product.isEmpty()) {
            return false;
        }
        List<String> factors = Product.factors(product.get(), graph);
        boolean scaled = factors.stream().anyMatch(name -> graph.isNumber(name, 0.044715));
        if (factors.size() == 4) {
            return scaled && factors.stream().filter(x::equals).count() == 3;
        }
        return factors.size() == 2 && scaled && factors.stream().anyMatch(name -> isCube(name, x, graph));
    }

    private static boolean isCube(String value, String x, NodeGraph graph) {
        return graph.producer(value, "Pow")
                .filter(power -> Fusion.input(power, 0).equals(x) && graph.isNumber(Fusion.input(power, 1), 3))
                .isPresent();
    }

    private static boolean isScaled(String value, String x, double factor, NodeGraph graph) {
        return graph.producer(value, "Mul")
                .flatMap(node -> Fusion.other(node, x))
                .filter(other -> graph.isNumber(other, factor))
                .isPresent();
    }
}
