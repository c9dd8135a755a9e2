package io.tandem.backend.gpu;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Operand;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;

/**
 * A tensor as a kernel sees it.
 *
 * @param slice the memory that it lies in
 * @param offset where it starts in the slice, in bytes
 * @param shape its extents
 * @param strides from one index to the next, in bytes; of dimension 0 from one block to the next
 */
record View(BufferSlice slice, long offset, Shape shape, Strides strides) {
    static View of(Operand operand) {
        TensorLayout layout = operand.tensor().layout();
        return new View(operand.slice(), 0, layout.shape(), layout.strides());
    }

    /** The part of that shape that starts at an index, counted in blocks in dimension 0. */
    View part(Shape from, Shape extents) {
        long start = from.d0() * strides.s0()
                + from.d1() * strides.s1()
                + from.d2() * strides.s2()
                + from.d3() * strides.s3();
        return new View(slice, offset + start, extents, strides);
    }

    /** Whether elements of a type that is not quantized lie in order and without gaps. */
    boolean isPacked(DType type) {
        return new TensorLayout(type, shape, strides).isContiguous();
    }

    /** Whether another one starts at the same byte. */
    boolean startsAt(View other) {
        return slice.buffer().equals(other.slice.buffer()) && address() == other.address();
    }

    long address() {
        return ((Addressed) slice.buffer()).address() + slice.offset() + offset;
    }

    /** Whether the start and all rows are multiples of that many bytes. */
    boolean isAligned(int bytes) {
        return address() % bytes == 0
                && strides.s1() % bytes == 0
                && strides.s2() % bytes == 0
                && strides.s3() % bytes == 0;
    }
}
