package io.tandem.tensor;

/**
 * The extent of a tensor in four dimensions, dimension 0 varying fastest in memory (the order of ggml and GGUF).
 *
 * <p>The NumPy view of the same data lists the dimensions the other way round: {@code Shape.of(384, 128)} is an array of
 * shape (128, 384), 128 rows of 384 elements. Dimensions that are not given are 1. A dimension may be 0.
 */
public record Shape(long d0, long d1, long d2, long d3) {
    /** The number of dimensions that every shape has. */
    public static final int DIMENSIONS = 4;

    /** Refuses negative dimensions and more elements than a long can count. */
    public Shape {
        if (d0 < 0 || d1 < 0 || d2 < 0 || d3 < 0) {
            throw new IllegalArgumentException(
                    "Negative dimension in [" + d0 + ", " + d1 + ", " + d2 + ", " + d3 + "]");
        }
        if (overflows(d0, d1, d2, d3)) {
            throw new IllegalArgumentException("Too many elements in [" + d0 + ", " + d1 + ", " + d2 + ", " + d3 + "]");
        }
    }

    /**
     * A shape of one to four dimensions, dimension 0 first.
     *
     * @throws IllegalArgumentException for more than four, or none
     */
    public static Shape of(long... dimensions) {
        if (dimensions.length == 0 || dimensions.length > DIMENSIONS) {
            throw new IllegalArgumentException("A shape has 1 to 4 dimensions, not " + dimensions.length);
        }
        return new Shape(
                dimensions[0],
                dimensions.length > 1 ? dimensions[1] : 1,
                dimensions.length > 2 ? dimensions[2] : 1,
                dimensions.length > 3 ? dimensions[3] : 1);
    }

    private static boolean overflows(long d0, long d1, long d2, long d3) {
        // Bytes are computed from elements with the largest plain type (8 bytes): leave room for that.
        double elements = (double) Math.max(1, d0) * Math.max(1, d1) * Math.max(1, d2) * Math.max(1, d3);
        return elements > 0x1p59;
    }

    /** The extent of dimension {@code index}, 0 to 3. */
    public long dim(int index) {
        return switch (index) {
            case 0 -> d0;
            case 1 -> d1;
            case 2 -> d2;
            case 3 -> d3;
            default -> throw new IllegalArgumentException("A shape has dimensions 0 to 3, not " + index);
        };
    }

    /** This shape with the extent of dimension {@code index} replaced. */
    public Shape with(int index, long extent) {
        return new Shape(
                index == 0 ? extent : d0, index == 1 ? extent : d1, index == 2 ? extent : d2, index == 3 ? extent : d3);
    }

    /** The number of elements. */
    public long elements() {
        return d0 * d1 * d2 * d3;
    }

    /** The number of rows: all dimensions but dimension 0. */
    public long rows() {
        return d1 * d2 * d3;
    }

    /** The number of dimensions up to the last one that is not 1; at least 1. */
    public int rank() {
        return d3 != 1 ? 4 : d2 != 1 ? 3 : d1 != 1 ? 2 : 1;
    }

    /** Whether a tensor of this shape, repeated a whole number of times in each dimension, has shape {@code target}. */
    public boolean repeatsTo(Shape target) {
        for (int i = 0; i < DIMENSIONS; i++) {
            long mine = dim(i);
            if (mine == 0 ? target.dim(i) != 0 : target.dim(i) % mine != 0) {
                return false;
            }
        }
        return true;
    }

    /** The dimensions up to {@link #rank()}, dimension 0 first: {@code [384, 128]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[").append(d0);
        for (int i = 1; i < rank(); i++) {
            text.append(", ").append(dim(i));
        }
        return text.append(']').toString();
    }
}
