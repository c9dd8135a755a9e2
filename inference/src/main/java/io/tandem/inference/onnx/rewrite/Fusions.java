package io.tandem.inference.onnx.rewrite;

/** Applies all fusions. */
public final class Fusions {
    private Fusions() {}

    /** The graph with what fuses fused. */
    public static NodeGraph apply(NodeGraph graph) {
        NodeGraph fused = graph;
        for (Fusion fusion : Fusion.ALL) {
            NodeGraph before = fused;
            fused = before.map(node -> fusion.replacement(node, before).orElse(node));
        }
        return fused;
    }
}
