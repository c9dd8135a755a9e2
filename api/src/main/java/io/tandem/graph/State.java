package io.tandem.graph;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.Objects;

/**
 * A tensor that keeps its contents from run to run, such as a cache of keys. This object is only its identity and
 * layout: graphs that use the same State share the contents, and each session holds contents of its own, zero at first.
 */
public final class State {
    private final String name;
    private final TensorLayout layout;

    private State(String name, TensorLayout layout) {
        this.name = Objects.requireNonNull(name, "name");
        this.layout = layout;
    }

    /** A state of the given type and shape. */
    public static State of(String name, DType type, Shape shape) {
        return new State(name, TensorLayout.of(type, shape));
    }

    /** The name, for explanations and pins. */
    public String name() {
        return name;
    }

    /** Type and shape; always contiguous. */
    public TensorLayout layout() {
        return layout;
    }

    /** The number of bytes. */
    public long bytes() {
        return layout.byteExtent();
    }

    @Override
    public String toString() {
        return name + " " + layout;
    }
}
