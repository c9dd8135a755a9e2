package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxValue;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the inputs of a graph whose elements, not only their shapes, decide the shapes of results. */
public final class ShapeInputs {
    /** The operands of operators that decide the shape of their results, or how elements move. */
    private static final Map<String, Set<Integer>> DECIDING = Map.ofEntries(
            Map.entry("ConstantOfShape", Set.of(0)),
            Map.entry("CumSum", Set.of(1)),
            Map.entry("Expand", Set.of(1)),
            Map.entry("If", Set.of(0)),
            Map.entry("NonZero", Set.of(0)),
            Map.entry("OneHot", Set.of(1)),
            Map.entry("Pad", Set.of(1, 3)),
            Map.entry("Range", Set.of(0, 1, 2)),
            Map.entry("ReduceL1", Set.of(1)),
            Map.entry("ReduceL2", Set.of(1)),
            Map.entry("ReduceLogSum", Set.of(1)),
            Map.entry("ReduceLogSumExp", Set.of(1)),
            Map.entry("ReduceMax", Set.of(1)),
            Map.entry("ReduceMean", Set.of(1)),
            Map.entry("ReduceMin", Set.of(1)),
            Map.entry("ReduceProd", Set.of(1)),
            Map.entry("ReduceSum", Set.of(1)),
            Map.entry("ReduceSumSquare", Set.of(1)),
            Map.entry("Reshape", Set.of(1)),
            Map.entry("Resize", Set.of(1, 2, 3)),
            Map.entry("Slice", Set.of(1, 2, 3, 4)),
            Map.entry("Split", Set.of(1)),
            Map.entry("Squeeze", Set.of(1)),
            Map.entry("Tile", Set.of(1)),
            Map.entry("TopK", Set.of(1)),
            Map.entry("Trilu", Set.of(1)),
            Map.entry("Unsqueeze", Set.of(1)),
            Map.entry("Upsample", Set.of(1)));

    private ShapeInputs() {}

    /** The names of these inputs, in the graph's order. */
    public static Set<String> of(NodeGraph graph) {
        Set<String> needed = new HashSet<>();
        for (OnnxNode node : graph.nodes().reversed()) {
            boolean wanted = node.outputs().stream().anyMatch(needed::contains);
            if (wanted && !asksForShapeOnly(node)) {
                needed.addAll(node.reads());
            }
            Set<Integer> deciding = DECIDING.getOrDefault(node.operator(), Set.of());
            List<String> inputs = node.inputs();
            deciding.stream().filter(index -> index < inputs.size()).forEach(index -> needed.add(inputs.get(index)));
        }
        Set<String> found = new LinkedHashSet<>();
        for (OnnxValue input : graph.inputs()) {
            if (needed.contains(input.name())) {
                found.add(input.name());
            }
        }
        return found;
    }

    private static boolean asksForShapeOnly(OnnxNode node) {
        return node.operator().equals("Shape") || node.operator().equals("Size");
    }
}
