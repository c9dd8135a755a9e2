package io.tandem.testkit.fuzz;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.op.ViewOp;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph of random operations with data, the same for the same seed: operands of any type, shape and form, parameters
 * that make sense and some that do not. Values stay small, so that what one operation rounds no other blows up.
 *
 * <p>With {@link Outputs#ALL} each result is an output and {@link #check} compares each node with the reference, given what
 * its operands were in that run. With {@link Outputs#ENDS} only results that nothing reads are outputs, so that memory is
 * reused as in a model; the results are then to be those of {@link Outputs#ALL}.
 *
 * <pre>{@code
 * RandomGraph random = RandomGraph.of(seed, 12, RandomGraph.Outputs.ALL);
 * Run run = session.run(scheduler.plan(random.graph()), inputs(random.contents()));
 * random.check(tensor -> read(run, tensor));
 * }</pre>
 */
public final class RandomGraph {
    /** Which tensors are outputs. */
    public enum Outputs {
        /** All that are computed. */
        ALL,
        /** Those that nothing reads. */
        ENDS
    }

    private final Graph graph;
    private final RandomNodes nodes;

    private RandomGraph(Graph graph, RandomNodes nodes) {
        this.graph = graph;
        this.nodes = nodes;
    }

    /**
     * Makes a graph.
     *
     * @param count about how many nodes
     * @throws AssertionError if an operation refuses its operands in any way but with a message that says why
     */
    public static RandomGraph of(long seed, int count, Outputs outputs) {
        try (RandomNodes nodes = new RandomNodes(seed)) {
            for (int i = 0; i < count; i++) {
                nodes.add();
            }
            return new RandomGraph(nodes.build(outputs), nodes);
        }
    }

    /** The graph. */
    public Graph graph() {
        return graph;
    }

    /** The bytes of each input. */
    public Map<Tensor, MemorySegment> contents() {
        return nodes.inputs().asMap();
    }

    /** What is computed and small enough to be compared, in the order of the graph's tensors. */
    public List<Tensor> computed() {
        return nodes.computed();
    }

    /** The outputs among {@link #computed()}. */
    public List<Tensor> outputs() {
        return graph.outputs();
    }

    /** The states, which are zero when the run starts. */
    public List<State> states() {
        return graph.states().stream().toList();
    }

    /** How a run must fail, since an index is out of range. */
    public Optional<BackendException.Kind> failure() {
        return nodes.isHostile() ? Optional.of(BackendException.Kind.INVALID_INDEX) : Optional.empty();
    }

    /** The names of the operations in the graph, views included. */
    public Set<String> operations() {
        return nodes.operations();
    }

    /** How many operations were refused with a reason while the graph was made. */
    public int refusals() {
        return nodes.refusals();
    }

    /** The reference's bytes of each tensor in {@link #computed()}. */
    public Map<Tensor, MemorySegment> expected() {
        return nodes.expected().asMap();
    }

    /**
     * Compares each node's result with what the reference makes of the operands that were read.
     *
     * @param read the bytes of an output
     * @throws AssertionError for the first node whose result is wrong
     */
    public void check(Function<Tensor, MemorySegment> read) {
        Contents contents = new Contents();
        contents.putAll(nodes.inputs());
        contents.putAll(nodes.weightsAndStates());
        Set<Tensor> known = new HashSet<>(computed());
        known.forEach(tensor -> contents.put(tensor, read.apply(tensor)));
        try (ReferenceNodes reference = new ReferenceNodes()) {
            for (Node node : graph.nodes()) {
                if (!(node.op() instanceof ViewOp) && known.contains(node.output())) {
                    MemorySegment right = reference.result(node, contents);
                    Closeness.check(node, contents, right, contents.of(node.output()));
                }
            }
        }
    }
}
