package io.tandem.tensor;

/**
 * The distance in bytes from one index to the next in each dimension. For block types {@code s0} is the distance from
 * one block to the next.
 */
public record Strides(long s0, long s1, long s2, long s3) {
    /** The strides of a tensor without gaps. */
    public static Strides contiguous(DType type, Shape shape) {
        long row = type.rowBytes(shape.d0());
        return new Strides(type.blockBytes(), row, row * shape.d1(), row * shape.d1() * shape.d2());
    }

    /** The stride of dimension {@code index}, 0 to 3. */
    public long stride(int index) {
        return switch (index) {
            case 0 -> s0;
            case 1 -> s1;
            case 2 -> s2;
            case 3 -> s3;
            default -> throw new IllegalArgumentException("There are strides 0 to 3, not " + index);
        };
    }
}
