package io.tandem.testkit.conformance;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;

/** The shapes that cases are made of. */
final class Shapes {
    /** Odd sizes in every dimension. */
    static final Shape ODD = Shape.of(33, 5, 3, 2);

    /** The float types. */
    static final List<DType> FLOATS = List.of(DType.F32, DType.F16, DType.BF16);

    /** Nothing special, one element, one row, lengths around vectors and work groups, nothing at all. */
    static final List<Shape> EDGES = List.of(
            Shape.of(1),
            Shape.of(7),
            Shape.of(64, 2),
            Shape.of(257, 3),
            Shape.of(1, 9, 2),
            Shape.of(1030, 1, 2, 2),
            Shape.of(0, 3),
            Shape.of(5, 0),
            Shape.of(4, 2, 0, 3));

    private Shapes() {}

    /** The least length of whole blocks that is not below {@code length}. */
    static long blocks(DType type, long length) {
        return Math.ceilDiv(length, type.blockLength()) * type.blockLength();
    }

    /** {@link #ODD} with whole blocks. */
    static Shape odd(DType type) {
        return type.isQuantized() ? ODD.with(0, 3L * type.blockLength()) : ODD;
    }
}
