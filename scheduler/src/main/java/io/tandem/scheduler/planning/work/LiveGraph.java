package io.tandem.scheduler.planning.work;

import io.tandem.graph.Graph;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a graph that runs, numbered: nodes (views are none) by their position among those that run, storages by
 * {@link Tensor#index()}. A read is an operand of a node; the reads of a node have consecutive numbers. Immutable.
 */
public final class LiveGraph {
    /** In place of a node: none. */
    public static final int NONE = -1;

    private final Graph graph;
    private final LiveNodes parts;
    private final Reads reads;
    private final Uses uses;

    private LiveGraph(Graph graph, LiveNodes parts) {
        this.graph = graph;
        this.parts = parts;
        this.reads = Reads.of(parts);
        this.uses = Uses.of(reads, graph.tensors().size());
    }

    /** Drops what no output and no state depends on, and numbers the rest. */
    public static LiveGraph of(Graph graph) {
        return new LiveGraph(graph, LiveNodes.of(graph));
    }

    /** The graph. */
    public Graph graph() {
        return graph;
    }

    /** The number of nodes that run. */
    public int nodeCount() {
        return parts.nodes().size();
    }

    /** The number of tensors of the graph, which is above every storage's number. */
    public int tensorCount() {
        return graph.tensors().size();
    }

    /** A node that runs. */
    public Node node(int node) {
        return parts.nodes().get(node);
    }

    /** The nodes that do not run, views not among them. */
    public List<Node> dropped() {
        return parts.dropped();
    }

    /** A tensor. */
    public Tensor tensor(int storage) {
        return graph.tensors().get(storage);
    }

    /** The bytes of a storage. */
    public long bytes(int storage) {
        return tensor(storage).layout().byteExtent();
    }

    /** The state of which a storage is a version. */
    public @Nullable State state(int storage) {
        return tensor(storage).state();
    }

    /** Whether the storage is a weight. */
    public boolean isWeight(int storage) {
        return tensor(storage).kind() == Tensor.Kind.WEIGHT;
    }

    /** Whether the storage is an input. */
    public boolean isInput(int storage) {
        return tensor(storage).kind() == Tensor.Kind.INPUT;
    }

    /** Whether a tensor is a storage that a node or an output needs. */
    public boolean isNeeded(int storage) {
        return parts.isNeeded(storage);
    }

    /** Whether an output is this storage or a view of it. */
    public boolean isOutput(int storage) {
        return parts.isOutput(storage);
    }

    /** The node that computes a storage, or {@link #NONE}. */
    public int producer(int storage) {
        return parts.producer(storage);
    }

    /** The storage that a node computes. */
    public int output(int node) {
        return node(node).output().index();
    }

    /** The old version that a node overwrites, or {@link #NONE} if it writes no state. */
    public int overwritten(int node) {
        return node(node).op().writesState() ? reads.storage(reads.first(node)) : NONE;
    }

    /** The first read of a node; the last is before that of the next node. */
    public int firstRead(int node) {
        return reads.first(node);
    }

    /** The storage of a read. */
    public int readStorage(int read) {
        return reads.storage(read);
    }

    /** The node of a read. */
    public int readNode(int read) {
        return reads.node(read);
    }

    /** Where a read starts in its storage, in bytes. */
    public long readFrom(int read) {
        return reads.from(read);
    }

    /** Where a read ends in its storage. */
    public long readTo(int read) {
        return reads.to(read);
    }

    /** The first use of a storage; the last is before the first one of the next storage. */
    public int firstUse(int storage) {
        return uses.first(storage);
    }

    /** The read that a use is; the uses of a storage are in the order of the nodes. */
    public int useRead(int use) {
        return uses.read(use);
    }
}
