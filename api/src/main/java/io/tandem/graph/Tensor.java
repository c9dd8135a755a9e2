package io.tandem.graph;

import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import org.jspecify.annotations.Nullable;

/**
 * A value in a graph: an input, a weight, a version of a state, or what a node computes. Immutable once its graph is
 * built, compared by identity.
 *
 * <p>A view shares the memory of its {@link #storage()}; every other tensor is its own storage. The versions of a state
 * are storages of their own here, although they share one block of memory.
 */
public final class Tensor {
    /** Where a tensor's contents come from. */
    public enum Kind {
        /** Fed by the caller on each run. */
        INPUT,
        /** A {@link io.tandem.graph.Weight}. */
        WEIGHT,
        /** A version of a {@link io.tandem.graph.State}: version 0 as the run finds it, others written by a node. */
        STATE,
        /** Computed by a node. */
        RESULT,
        /** Another look at another tensor's memory. */
        VIEW
    }

    private final GraphBuilder owner;
    private final int index;
    private final Kind kind;
    private final TensorLayout layout;
    private final Tensor storage;
    private final long storageOffset;
    private final @Nullable Object source;
    private final int version;
    private @Nullable Node producer;
    private String name;

    private Tensor(
            GraphBuilder owner,
            int index,
            Kind kind,
            String name,
            TensorLayout layout,
            @Nullable Tensor viewed,
            long byteOffset,
            @Nullable Object source,
            int version) {
        this.owner = owner;
        this.index = index;
        this.kind = kind;
        this.name = name;
        this.layout = layout;
        this.storage = viewed == null ? this : viewed.storage;
        this.storageOffset = viewed == null ? 0 : viewed.storageOffset + byteOffset;
        this.source = source;
        this.version = version;
    }

    static Tensor input(GraphBuilder owner, int index, String name, TensorLayout layout) {
        return new Tensor(owner, index, Kind.INPUT, name, layout, null, 0, null, 0);
    }

    static Tensor weight(GraphBuilder owner, int index, Weight weight) {
        return new Tensor(owner, index, Kind.WEIGHT, weight.name(), weight.layout(), null, 0, weight, 0);
    }

    static Tensor state(GraphBuilder owner, int index, String name, State state, int version) {
        return new Tensor(owner, index, Kind.STATE, name, state.layout(), null, 0, state, version);
    }

    static Tensor result(GraphBuilder owner, int index, String name, TensorLayout layout) {
        return new Tensor(owner, index, Kind.RESULT, name, layout, null, 0, null, 0);
    }

    static Tensor view(GraphBuilder owner, int index, String name, TensorLayout layout, Tensor viewed, ViewOp op) {
        return new Tensor(owner, index, Kind.VIEW, name, layout, viewed, op.byteOffset(), null, 0);
    }

    GraphBuilder owner() {
        return owner;
    }

    void producedBy(Node node) {
        producer = node;
    }

    void rename(String newName) {
        name = newName;
    }

    /** The position in {@link Graph#tensors()}. */
    public int index() {
        return index;
    }

    /** Where the contents come from. */
    public Kind kind() {
        return kind;
    }

    /** The name, with its scopes: {@code blk.3.q}. */
    public String name() {
        return name;
    }

    /** Type, shape and strides. */
    public TensorLayout layout() {
        return layout;
    }

    /** The type of the elements. */
    public DType type() {
        return layout.type();
    }

    /** The shape. */
    public Shape shape() {
        return layout.shape();
    }

    /** The strides in bytes. */
    public Strides strides() {
        return layout.strides();
    }

    /** The tensor whose memory this is a view of, through any number of views; this tensor if it is no view. */
    public Tensor storage() {
        return storage;
    }

    /** Where this tensor starts in {@link #storage()}, in bytes. */
    public long storageOffset() {
        return storageOffset;
    }

    /** The node that computes this tensor, the view node that made it or the node that wrote this version of a state. */
    public @Nullable Node producer() {
        return producer;
    }

    /** The weight, if this is a {@link Kind#WEIGHT}. */
    public @Nullable Weight weight() {
        return source instanceof Weight weight ? weight : null;
    }

    /** The state, if this is a {@link Kind#STATE}. */
    public @Nullable State state() {
        return source instanceof State state ? state : null;
    }

    /** The version of the state: 0 is the one that a run finds. */
    public int version() {
        return version;
    }

    @Override
    public String toString() {
        return name + " " + layout;
    }
}
