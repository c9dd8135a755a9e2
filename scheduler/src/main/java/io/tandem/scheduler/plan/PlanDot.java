package io.tandem.scheduler.plan;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Draws a plan as a Graphviz graph: a box for each split, copies as dashed edges with their bytes. */
final class PlanDot {
    private final Plan plan;
    private final Map<Integer, Map<Tensor, Long>> copied = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    private PlanDot(Plan plan) {
        this.plan = plan;
        for (Transfer copy : plan.copies()) {
            copied.computeIfAbsent(copy.to(), device -> new HashMap<>()).put(copy.storage(), copy.bytes());
        }
    }

    static String of(Plan plan) {
        PlanDot dot = new PlanDot(plan);
        dot.text.append("digraph plan {\n  node [shape=box];\n");
        dot.addSplits();
        dot.addLeavesAndEdges();
        return dot.text.append("}\n").toString();
    }

    private void addSplits() {
        for (int i = 0; i < plan.splits().size(); i++) {
            Split split = plan.splits().get(i);
            text.append("  subgraph cluster_").append(i).append(" {\n    label=");
            text.append(quoted(
                            (i + 1) + ". " + plan.devices().get(split.device()).id()))
                    .append(";\n");
            for (Node node : split.nodes()) {
                text.append("    t").append(node.output().index()).append(" [label=");
                text.append(quoted(node.name() + "\n" + node.op().name())).append("];\n");
            }
            text.append("  }\n");
        }
    }

    private void addLeavesAndEdges() {
        Set<Tensor> leaves = new LinkedHashSet<>();
        for (Split split : plan.splits()) {
            for (Node node : split.nodes()) {
                for (Tensor input : node.inputs()) {
                    if (input.storage().producer() == null) {
                        leaves.add(input.storage());
                    }
                    addEdge(input.storage(), node, split.device());
                }
            }
        }
        for (Tensor leaf : leaves) {
            text.append("  t").append(leaf.index()).append(" [shape=ellipse, label=");
            text.append(quoted(leaf.name() + "\n" + plan.deviceOf(leaf).id())).append("];\n");
        }
    }

    private void addEdge(Tensor storage, Node node, int device) {
        text.append("  t")
                .append(storage.index())
                .append(" -> t")
                .append(node.output().index());
        Long bytes = copied.getOrDefault(device, Map.of()).get(storage);
        if (bytes != null) {
            text.append(" [style=dashed, label=")
                    .append(quoted(bytes + " bytes"))
                    .append(']');
        }
        text.append(";\n");
    }

    private static String quoted(String label) {
        return '"' + label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
