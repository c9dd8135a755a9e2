package io.tandem.graph;

import io.tandem.op.Op;
import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Graph}. Every mistake is an {@link IllegalArgumentException} at the call that makes it, naming the
 * operation, its operands and their shapes; the builder is then as it was before the call.
 *
 * <p>For one thread. After {@link #build()} every call is an {@link IllegalStateException}.
 */
public final class GraphBuilder
        implements ElementwiseOperations,
                ReductionOperations,
                TensorOperations,
                ConvolutionOperations,
                LayoutOperations {
    private final List<Tensor> tensors = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Tensor> outputs = new LinkedHashMap<>();
    private final Map<Weight, Tensor> weights = new LinkedHashMap<>();
    private final Map<State, Tensor> lastVersions = new LinkedHashMap<>();
    private final Map<Tensor, Node> writers = new LinkedHashMap<>();
    private final Map<Tensor, List<Node>> readers = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private String scope = "";
    private boolean built;

    GraphBuilder() {}

    /** Adds an input that the caller feeds on each run. */
    public Tensor input(String name, DType type, Shape shape) {
        requireOpen();
        TensorLayout layout = TensorLayout.of(type, shape);
        return add(Tensor.input(this, tensors.size(), claim(scope + name), layout));
    }

    /** The tensor of a weight; the same one each time. Weights keep their own names, without scopes. */
    public Tensor weight(Weight weight) {
        requireOpen();
        Tensor known = weights.get(weight);
        if (known != null) {
            return known;
        }
        claim(weight.name());
        Tensor tensor = add(Tensor.weight(this, tensors.size(), weight));
        weights.put(weight, tensor);
        return tensor;
    }

    /**
     * The latest version of a state: at first the contents that a run finds, after a write in this graph what was
     * written. States keep their own names, without scopes.
     */
    public Tensor state(State state) {
        requireOpen();
        Tensor known = lastVersions.get(state);
        if (known != null) {
            return known;
        }
        Tensor tensor = add(Tensor.state(this, tensors.size(), claim(state.name()), state, 0));
        lastVersions.put(state, tensor);
        return tensor;
    }

    /** Marks a tensor as an output under its own name. Returns it. */
    public Tensor output(Tensor tensor) {
        return output(tensor.name(), tensor);
    }

    /** Marks a tensor as an output under a name. Returns it. */
    public Tensor output(String name, Tensor tensor) {
        requireOpen();
        requireMine(tensor);
        if (writers.containsKey(tensor.storage())) {
            throw new IllegalArgumentException(tensor + " has been overwritten: insert cont before the write");
        }
        if (outputs.containsKey(name)) {
            throw new IllegalArgumentException("There is an output named " + name + " already");
        }
        outputs.put(name, tensor);
        return tensor;
    }

    /** Gives a computed tensor a name, in the current scope. Returns it. */
    public Tensor name(String name, Tensor tensor) {
        requireOpen();
        requireMine(tensor);
        if (tensor.kind() != Tensor.Kind.RESULT && tensor.kind() != Tensor.Kind.VIEW) {
            throw new IllegalArgumentException(tensor + " has its name already");
        }
        String full = claim(scope + name);
        names.remove(tensor.name());
        tensor.rename(full);
        return tensor;
    }

    /**
     * Opens a scope: until it is closed, names get the prefix {@code name.}; scopes nest.
     *
     * <pre>{@code try (var _ = graph.scope("blk.3")) { ... }}</pre>
     */
    public Scope scope(String name) {
        requireOpen();
        String outer = scope;
        scope = outer + name + ".";
        return () -> scope = outer;
    }

    /** An open scope; closing it restores the one around it. */
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Applies an operation. The other builder methods are shorter ways to call this one.
     *
     * @return the result; for a {@link ViewOp} the view; for an operation that writes a state its next version
     */
    @Override
    public Tensor apply(Op op, Tensor... operands) {
        requireOpen();
        List<Tensor> inputs = List.of(operands);
        inputs.forEach(this::requireMine);
        TensorLayout layout = infer(op, inputs);
        Tensor output = op.writesState() ? nextVersion(op, inputs) : result(op, inputs, layout);
        for (Tensor input : inputs) {
            requireReadable(op, inputs, input);
        }
        names.add(output.name());
        tensors.add(output);
        Node node = new Node(op, inputs, output);
        output.producedBy(node);
        nodes.add(node);
        record(node);
        return output;
    }

    private Tensor result(Op op, List<Tensor> inputs, TensorLayout layout) {
        String name = freeName(op);
        return op instanceof ViewOp view
                ? Tensor.view(this, tensors.size(), name, layout, inputs.getFirst(), view)
                : Tensor.result(this, tensors.size(), name, layout);
    }

    /** Finishes the graph. */
    public Graph build() {
        requireOpen();
        built = true;
        return new Graph(tensors, new NodeOrder(nodes, readers).sorted(), outputs, lastVersions, readers);
    }

    private static TensorLayout infer(Op op, List<Tensor> inputs) {
        try {
            return op.infer(inputs.stream().map(Tensor::layout).toList());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Node.describe(op, inputs) + ": " + e.getMessage(), e);
        }
    }

    private Tensor nextVersion(Op op, List<Tensor> inputs) {
        Tensor old = inputs.getFirst().storage();
        State state = old.state();
        if (state == null) {
            throw refusal(op, inputs, "operand 0 is not a view of a state");
        }
        if (writers.containsKey(old)) {
            throw refusal(op, inputs, "version " + old.version() + " of " + state.name() + " has been written already");
        }
        boolean readsItself =
                inputs.stream().skip(1).anyMatch(source -> source.storage().state() == state);
        boolean isOutput = outputs.values().stream().anyMatch(output -> output.storage() == old);
        if (readsItself || isOutput) {
            throw refusal(op, inputs, "needs the old and the new contents of " + state.name() + ": insert cont");
        }
        return Tensor.state(this, tensors.size(), freeName(op), state, old.version() + 1);
    }

    /** A node may read an overwritten version only if it can run before the write, that is, does not depend on it. */
    private void requireReadable(Op op, List<Tensor> inputs, Tensor input) {
        Node writer = writers.get(input.storage());
        if (writer != null && !(op instanceof ViewOp) && dependsOn(op, inputs, writer)) {
            State state = input.storage().state();
            throw refusal(
                    op,
                    inputs,
                    "needs the old and the new contents of " + (state == null ? "a state" : state.name())
                            + " at once: insert cont");
        }
    }

    private boolean dependsOn(Op op, List<Tensor> inputs, Node writer) {
        Set<Node> seen = new HashSet<>();
        Deque<Node> open = new ArrayDeque<>();
        pushPredecessors(op, inputs, seen, open);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node.equals(writer)) {
                return true;
            }
            pushPredecessors(node.op(), node.inputs(), seen, open);
        }
        return false;
    }

    /** What must run before: the producers and, where a state is written, the readers of its old version. */
    private void pushPredecessors(Op op, List<Tensor> inputs, Set<Node> seen, Deque<Node> open) {
        inputs.forEach(input -> push(input.producer(), seen, open));
        if (op.writesState()) {
            readers.getOrDefault(inputs.getFirst().storage(), List.of()).forEach(reader -> push(reader, seen, open));
        }
    }

    private static void push(@Nullable Node node, Set<Node> seen, Deque<Node> open) {
        if (node != null && seen.add(node)) {
            open.push(node);
        }
    }

    private void record(Node node) {
        if (node.op() instanceof ViewOp) {
            return;
        }
        for (Tensor input : node.inputs()) {
            List<Node> known = readers.computeIfAbsent(input.storage(), key -> new ArrayList<>());
            if (known.isEmpty() || !known.getLast().equals(node)) {
                known.add(node);
            }
        }
        State state = node.output().state();
        if (state != null) {
            writers.put(node.inputs().getFirst().storage(), node);
            lastVersions.put(state, node.output());
        }
    }

    private Tensor add(Tensor tensor) {
        tensors.add(tensor);
        return tensor;
    }

    private String freeName(Op op) {
        String base = scope + op.name().toLowerCase(Locale.ROOT);
        int number = tensors.size();
        String name = base + "_" + number;
        while (names.contains(name)) {
            number++;
            name = base + "_" + number;
        }
        return name;
    }

    private String claim(String name) {
        requireUnused(name);
        names.add(name);
        return name;
    }

    private void requireUnused(String name) {
        if (name.isEmpty() || names.contains(name)) {
            throw new IllegalArgumentException(
                    name.isEmpty() ? "A name must not be empty" : "There is a tensor named " + name + " already");
        }
    }

    private void requireMine(Tensor tensor) {
        if (tensor.owner() != this) {
            throw new IllegalArgumentException(tensor + " belongs to another graph");
        }
    }

    private void requireOpen() {
        if (built) {
            throw new IllegalStateException("The graph is built already");
        }
    }

    private static IllegalArgumentException refusal(Op op, List<Tensor> inputs, String reason) {
        return new IllegalArgumentException(Node.describe(op, inputs) + ": " + reason);
    }
}
