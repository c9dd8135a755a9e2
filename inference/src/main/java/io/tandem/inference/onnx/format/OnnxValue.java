package io.tandem.inference.onnx.format;

import java.util.List;
import java.util.Optional;

/**
 * An input or output of a graph.
 *
 * @param name its name
 * @param type the type of its elements, {@link OnnxType#UNDEFINED} for what is no tensor (a sequence or a map)
 * @param dimensions its shape, outermost first, as far as it is known; empty when not even the rank is
 */
public record OnnxValue(String name, OnnxType type, Optional<List<Dimension>> dimensions) {
    /** One dimension of a value's shape. */
    public sealed interface Dimension {}

    /** A dimension of a fixed size. */
    public record Fixed(long size) implements Dimension {}

    /** A dimension whose size comes with the data; dimensions of the same name are equal. An empty name is unknown. */
    public record Named(String name) implements Dimension {}
}
