package io.tandem.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Sorts nodes so that each follows those whose results it reads and, where it overwrites a state, those that read the
 * old contents. Nodes that are free to go keep the order in which they were made.
 */
final class NodeOrder {
    private final List<Node> nodes;
    private final Map<Tensor, List<Node>> readers;
    private final Map<Node, Integer> positions = new HashMap<>();
    private final Map<Node, List<Node>> followers = new HashMap<>();
    private final Map<Node, Integer> waiting = new HashMap<>();

    NodeOrder(List<Node> nodes, Map<Tensor, List<Node>> readers) {
        this.nodes = nodes;
        this.readers = readers;
    }

    List<Node> sorted() {
        for (int i = 0; i < nodes.size(); i++) {
            positions.put(nodes.get(i), i);
        }
        nodes.forEach(this::addEdges);
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        nodes.stream().filter(node -> !waiting.containsKey(node)).forEach(node -> ready.add(position(node)));
        List<Node> sorted = new ArrayList<>(nodes.size());
        while (!ready.isEmpty()) {
            Node node = nodes.get(ready.remove());
            sorted.add(node);
            for (Node follower : followers.getOrDefault(node, List.of())) {
                if (waiting.merge(follower, -1, Integer::sum) == 0) {
                    ready.add(position(follower));
                }
            }
        }
        if (sorted.size() != nodes.size()) {
            throw new IllegalStateException("The graph has a cycle");
        }
        return sorted;
    }

    private void addEdges(Node node) {
        for (Tensor input : node.inputs()) {
            Node producer = input.producer();
            if (producer != null) {
                addEdge(producer, node);
            }
        }
        if (node.op().writesState()) {
            for (Node reader : readers.getOrDefault(node.inputs().getFirst().storage(), List.of())) {
                if (!reader.equals(node)) {
                    addEdge(reader, node);
                }
            }
        }
    }

    private void addEdge(Node from, Node to) {
        followers.computeIfAbsent(from, key -> new ArrayList<>()).add(to);
        waiting.merge(to, 1, Integer::sum);
    }

    private int position(Node node) {
        Integer position = positions.get(node);
        if (position == null) {
            throw new IllegalStateException("Unknown node " + node);
        }
        return position;
    }
}
