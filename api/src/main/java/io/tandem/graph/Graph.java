package io.tandem.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to compute: tensors and the nodes that make them, in an order in which they may run. Nobody changes a graph after
 * {@link GraphBuilder#build()}, so any number of threads and schedulers may plan it at once.
 */
public final class Graph {
    private final List<Tensor> tensors;
    private final List<Node> nodes;
    private final Map<String, Tensor> outputs;
    private final Map<State, Tensor> lastVersions;
    private final Map<Tensor, List<Node>> readers;
    private final Map<String, Tensor> byName;

    Graph(
            List<Tensor> tensors,
            List<Node> nodes,
            Map<String, Tensor> outputs,
            Map<State, Tensor> lastVersions,
            Map<Tensor, List<Node>> readers) {
        this.tensors = List.copyOf(tensors);
        this.nodes = List.copyOf(nodes);
        this.outputs = new LinkedHashMap<>(outputs);
        this.lastVersions = new LinkedHashMap<>(lastVersions);
        this.readers = readers;
        this.byName = new LinkedHashMap<>();
        tensors.forEach(tensor -> byName.put(tensor.name(), tensor));
    }

    /** Starts a new graph. */
    public static GraphBuilder builder() {
        return new GraphBuilder();
    }

    /** Every tensor; {@link Tensor#index()} is its position. */
    public List<Tensor> tensors() {
        return tensors;
    }

    /** Every node, views included, each after those that it depends on. */
    public List<Node> nodes() {
        return nodes;
    }

    /** The inputs, in the order in which they were made. */
    public List<Tensor> inputs() {
        return ofKind(Tensor.Kind.INPUT);
    }

    /** The weights, in the order in which they were made. */
    public List<Tensor> weights() {
        return ofKind(Tensor.Kind.WEIGHT);
    }

    /** The outputs, in the order in which they were marked. */
    public List<Tensor> outputs() {
        return List.copyOf(outputs.values());
    }

    /** The outputs by the names that they were marked with. */
    public Map<String, Tensor> outputsByName() {
        return java.util.Collections.unmodifiableMap(outputs);
    }

    /** The states that this graph reads or writes. */
    public List<State> states() {
        return List.copyOf(lastVersions.keySet());
    }

    /**
     * The version of {@code state} that a run leaves behind.
     *
     * @throws IllegalArgumentException if this graph does not use the state
     */
    public Tensor lastVersion(State state) {
        Tensor version = lastVersions.get(state);
        if (version == null) {
            throw new IllegalArgumentException("This graph does not use state " + state);
        }
        return version;
    }

    /** The tensor of that name; names are unique in a graph. */
    public Optional<Tensor> tensor(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The nodes other than views that read the storage {@code tensor}, itself or through views, each once, in order. */
    public List<Node> readers(Tensor tensor) {
        return readers.getOrDefault(tensor, List.of());
    }

    /**
     * The nodes that must have run before the writer of a state overwrites its old version: all readers of that version
     * but the writer itself. Empty for a node that writes no state.
     */
    public List<Node> hazards(Node node) {
        if (!node.op().writesState()) {
            return List.of();
        }
        List<Node> before = new ArrayList<>(readers(node.inputs().getFirst().storage()));
        before.remove(node);
        return before;
    }

    /** Whether the tensor belongs to this graph. */
    public boolean contains(Tensor tensor) {
        return tensor.index() < tensors.size() && tensors.get(tensor.index()) == tensor;
    }

    private List<Tensor> ofKind(Tensor.Kind kind) {
        return tensors.stream().filter(tensor -> tensor.kind() == kind).toList();
    }
}
