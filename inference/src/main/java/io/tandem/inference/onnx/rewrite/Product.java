package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxNode;
import java.util.ArrayList;
import java.util.List;

/** The factors of a product of up to four, however it is nested. */
final class Product {
    private Product() {}

    /** The factors, outer ones first; the node itself if it is no product. */
    static List<String> factors(OnnxNode node, NodeGraph graph) {
        List<String> factors = new ArrayList<>();
        if (node.operator().equals("Mul") && node.domain().isEmpty()) {
            for (String input : node.inputs()) {
                add(input, graph, factors, 2);
            }
        }
        return factors;
    }

    private static void add(String value, NodeGraph graph, List<String> factors, int depth) {
        var product = graph.producer(value, "Mul");
        if (depth > 0 && product.isPresent()) {
            product.get().inputs().forEach(input -> add(input, graph, factors, depth - 1));
        } else {
            factors.add(value);
        }
    }
}
