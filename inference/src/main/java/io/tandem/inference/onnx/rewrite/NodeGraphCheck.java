package io.tandem.inference.onnx.rewrite;

import io.tandem.inference.onnx.format.OnnxGraph;
import io.tandem.inference.onnx.format.OnnxNode;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.onnx.host.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Checks that a graph's names make sense and brings its nodes into an order in which they can run. */
final class NodeGraphCheck {
    private final OnnxGraph graph;
    private final Map<String, OnnxTensor> constants = new LinkedHashMap<>();
    private final Set<String> around;
    private final Set<String> origins = new HashSet<>();
    private final List<OnnxNode> nodes = new ArrayList<>();

    NodeGraphCheck(OnnxGraph graph, Set<String> around) {
        this.graph = graph;
        this.around = around;
    }

    NodeGraph checked() {
        if (graph.sparseInitializers() > 0) {
            throw Refusal.unsupported(graph.sparseInitializers() + " constants in the sparse form");
        }
        for (OnnxTensor tensor : graph.initializers()) {
            claim(tensor.name(), "a constant");
            constants.put(tensor.name(), tensor);
        }
        List<OnnxValue> inputs = new ArrayList<>();
        for (OnnxValue input : graph.inputs()) {
            if (!constants.containsKey(input.name())) { // older files list constants among the inputs
                claim(input.name(), "an input");
                inputs.add(input);
            }
        }
        graph.nodes().forEach(this::addNode);
        Set<String> outputs = new HashSet<>();
        for (OnnxValue output : graph.outputs()) {
            require(output.name(), "output '" + output.name() + "'");
            if (!outputs.add(output.name())) {
                throw Refusal.invalid("output '" + output.name() + "' is listed twice");
            }
        }
        if (graph.outputs().isEmpty()) {
            throw Refusal.invalid("the graph has no outputs");
        }
        return new NodeGraph(sorted(), constants, inputs, graph.outputs());
    }

    private void addNode(OnnxNode node) {
        for (String output : node.outputs()) {
            if (!output.isEmpty()) {
                claim(output, "a result of " + describe(node));
            }
        }
        if (node.operator().equals("Constant") && node.domain().isEmpty()) {
            OnnxTensor tensor = ConstantNode.tensor(node);
            constants.put(tensor.name(), tensor);
        } else {
            nodes.add(node);
        }
    }

    private void claim(String name, String what) {
        if (name.isEmpty()) {
            throw Refusal.invalid(what + " has no name");
        }
        if (!origins.add(name)) {
            throw Refusal.invalid("the name '" + name + "' is given twice, the second time to " + what);
        }
    }

    private void require(String name, String reader) {
        if (!origins.contains(name) && !around.contains(name)) {
            throw Refusal.invalid(reader + " needs '" + name + "', which nothing makes");
        }
    }

    /** Keeps the file's order as far as it can. */
    private List<OnnxNode> sorted() {
        Map<String, Integer> producers = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            for (String output : nodes.get(i).outputs()) {
                producers.put(output, i);
            }
        }
        int[] waiting = new int[nodes.size()];
        Map<Integer, List<Integer>> readers = new HashMap<>();
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < nodes.size(); i++) {
            for (String input : nodes.get(i).reads()) {
                Integer producer = producers.get(input);
                if (producer != null) {
                    readers.computeIfAbsent(producer, key -> new ArrayList<>()).add(i);
                    waiting[i]++;
                } else {
                    require(input, describe(nodes.get(i)));
                }
            }
            if (waiting[i] == 0) {
                ready.add(i);
            }
        }
        List<OnnxNode> sorted = new ArrayList<>();
        while (!ready.isEmpty()) {
            int next = ready.remove();
            sorted.add(nodes.get(next));
            for (int reader : readers.getOrDefault(next, List.of())) {
                if (--waiting[reader] == 0) {
                    ready.add(reader);
                }
            }
        }
        if (sorted.size() != nodes.size()) {
            OnnxNode stuck = nodes.stream()
                    .filter(node -> waiting[nodes.indexOf(node)] > 0)
                    .findFirst()
                    .orElseThrow();
            throw Refusal.invalid(describe(stuck) + " depends on its own result");
        }
        return sorted;
    }

    private static String describe(OnnxNode node) {
        return node.operator() + (node.name().isEmpty() ? "" : " '" + node.name() + "'");
    }
}
