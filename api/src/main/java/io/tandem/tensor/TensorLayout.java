package io.tandem.tensor;

import java.util.Objects;

/** How a tensor's elements lie in memory: their type, how many there are and how far apart. */
public record TensorLayout(DType type, Shape shape, Strides strides) {
    /** Refuses null components. */
    public TensorLayout {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(strides, "strides");
    }

    /**
     * A layout without gaps.
     *
     * @throws IllegalArgumentException if a row is not a whole number of blocks of {@code type}
     */
    public static TensorLayout of(DType type, Shape shape) {
        return new TensorLayout(type, shape, Strides.contiguous(type, shape));
    }

    /** The number of elements. */
    public long elements() {
        return shape.elements();
    }

    /** Whether the elements lie in order and without gaps (strides of dimensions of extent 1 do not count). */
    public boolean isContiguous() {
        return isPacked(0);
    }

    /** Whether each row (dimension 0) lies without gaps. */
    public boolean hasContiguousRows() {
        return shape.d0() <= type.blockLength() || strides.s0() == type.blockBytes();
    }

    private boolean isPacked(int from) {
        if (shape.elements() == 0) {
            return true;
        }
        Strides packed = Strides.contiguous(type, shape);
        for (int i = from; i < Shape.DIMENSIONS; i++) {
            long extent = i == 0 ? shape.d0() / type.blockLength() : shape.dim(i);
            if (extent > 1 && strides.stride(i) != packed.stride(i)) {
                return false;
            }
        }
        return true;
    }

    /** The bytes from the first element to the end of the last one, gaps included; 0 when there is no element. */
    public long byteExtent() {
        if (shape.elements() == 0) {
            return 0;
        }
        return (shape.d0() / type.blockLength() - 1) * strides.s0()
                + (shape.d1() - 1) * strides.s1()
                + (shape.d2() - 1) * strides.s2()
                + (shape.d3() - 1) * strides.s3()
                + type.blockBytes();
    }

    /** Type and shape: {@code f32 [384, 128]}. */
    @Override
    public String toString() {
        return type.name().toLowerCase(java.util.Locale.ROOT) + " " + shape;
    }
}
