package io.tandem.graph;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * An immutable tensor that a model was trained to hold. Compared by identity: graphs that use the same Weight share one
 * copy of it on each device. Safe for any number of threads.
 */
public final class Weight {
    private final String name;
    private final TensorLayout layout;
    private final WeightSource source;

    private Weight(String name, TensorLayout layout, WeightSource source) {
        this.name = Objects.requireNonNull(name, "name");
        this.layout = layout;
        this.source = Objects.requireNonNull(source, "source");
        long bytes = layout.byteExtent();
        if (source.bytes() != bytes) {
            throw new IllegalArgumentException(
                    "Weight " + name + " " + layout + " takes " + bytes + " bytes; its source has " + source.bytes());
        }
    }

    /**
     * A weight whose contiguous bytes come from {@code source}.
     *
     * @throws IllegalArgumentException if the source has not exactly the bytes that type and shape need
     */
    public static Weight of(String name, DType type, Shape shape, WeightSource source) {
        return new Weight(name, TensorLayout.of(type, shape), source);
    }

    /** An F32 weight of the given values, which are copied. */
    public static Weight ofFloats(String name, Shape shape, float... values) {
        return of(name, DType.F32, shape, WeightSource.of(MemorySegment.ofArray(values.clone())));
    }

    /** An I32 weight of the given values, which are copied. */
    public static Weight ofInts(String name, Shape shape, int... values) {
        return of(name, DType.I32, shape, WeightSource.of(MemorySegment.ofArray(values.clone())));
    }

    /**
     * Rows {@code from} (inclusive) to {@code to} (exclusive) of a weight of at most two dimensions, as a weight of its
     * own over the same source: how a product is split over devices.
     */
    public Weight rows(long from, long to) {
        Shape shape = layout.shape();
        if (shape.rank() > 2) {
            throw new IllegalArgumentException("Weight " + name + " " + layout + " has more than two dimensions");
        }
        Objects.checkFromToIndex(from, to, shape.d1());
        long row = layout.type().rowBytes(shape.d0());
        return of(
                name + "[" + from + ":" + to + "]",
                layout.type(),
                shape.with(1, to - from),
                new RowRange(source, from * row, (to - from) * row));
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
        return source.bytes();
    }

    /** Where the bytes come from. */
    public WeightSource source() {
        return source;
    }

    @Override
    public String toString() {
        return name + " " + layout;
    }
}
