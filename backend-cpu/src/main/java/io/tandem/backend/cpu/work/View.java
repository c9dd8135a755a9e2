package io.tandem.backend.cpu.work;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import org.jspecify.annotations.Nullable;

/**
 * A tensor in memory: its layout at an address. While only support is asked for, the address is 0 and never used.
 *
 * @param panels how it is stored instead, if it is a weight in panels
 */
public record View(
        TensorLayout layout, long address, @Nullable PanelLayout panels) {
    /** A tensor that is stored as its layout says. */
    public View(TensorLayout layout, long address) {
        this(layout, address, null);
    }

    DType type() {
        return layout.type();
    }

    Shape shape() {
        return layout.shape();
    }

    Strides strides() {
        return layout.strides();
    }

    /** The length of a row, which a kernel table's limit keeps in an int. */
    int length() {
        return (int) shape().d0();
    }

    long rows() {
        return shape().rows();
    }

    boolean isEmpty() {
        return shape().elements() == 0;
    }

    /** Whether a row is f32 without gaps, so that kernels can read it in place. */
    boolean hasPlainRows() {
        return type() == DType.F32 && panels == null && layout.hasContiguousRows();
    }

    /** Whether all of it is f32 without gaps. */
    boolean isPlain() {
        return type() == DType.F32 && panels == null && layout.isContiguous();
    }

    /** The address of a row. */
    long row(long i1, long i2, long i3) {
        return address
                + i1 * strides().s1()
                + i2 * strides().s2()
                + i3 * strides().s3();
    }

    /** The address of the row that follows {@code index} others, dimension 1 varying fastest. */
    long row(long index) {
        if (index == 0) {
            return address;
        }
        long d1 = shape().d1();
        long d2 = shape().d2();
        return row(index % d1, index / d1 % d2, index / d1 / d2);
    }

    /** The address of the row that meets row {@code index} of {@code larger} when this tensor is repeated over it. */
    long repeatedRow(Shape larger, long index) {
        if (index == 0) {
            return address;
        }
        long i1 = index % larger.d1();
        long i2 = index / larger.d1() % larger.d2();
        long i3 = index / larger.d1() / larger.d2();
        return row(i1 % shape().d1(), i2 % shape().d2(), i3 % shape().d3());
    }

    /** The same memory seen with another layout, {@code byteOffset} bytes further. */
    View as(Shape shape, Strides strides, long byteOffset) {
        return new View(new TensorLayout(type(), shape, strides), address + byteOffset);
    }
}
