package io.tandem.graph;

import io.tandem.op.LayoutOp;
import io.tandem.op.Op;
import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;

/** Builder methods of the operations that move elements or look at them in another way. */
public sealed interface LayoutOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** Applies {@link ViewOp.Reshape}. */
    default Tensor reshape(Tensor x, long... dimensions) {
        return apply(new ViewOp.Reshape(Shape.of(dimensions)), x);
    }

    /** Applies {@link ViewOp.View}. */
    default Tensor view(Tensor x, Shape shape, Strides strides, long byteOffset) {
        return apply(new ViewOp.View(shape, strides, byteOffset), x);
    }

    /** The elements of x from {@code from} in each dimension, {@code shape} of them: a view with x's strides. */
    default Tensor slice(Tensor x, Shape from, Shape shape) {
        Strides strides = x.strides();
        if (from.d0() % x.type().blockLength() != 0) {
            throw new IllegalArgumentException("A slice of " + x + " cannot start inside a block, at " + from);
        }
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            if (from.dim(i) + shape.dim(i) > x.shape().dim(i)) {
                throw new IllegalArgumentException("Slice " + shape + " from " + from + " is not within " + x);
            }
        }
        long offset = from.d0() / x.type().blockLength() * strides.s0()
                + from.d1() * strides.s1()
                + from.d2() * strides.s2()
                + from.d3() * strides.s3();
        return view(x, shape, strides, shape.elements() == 0 ? 0 : offset);
    }

    /** Applies {@link ViewOp.Permute}. */
    default Tensor permute(Tensor x, int axis0, int axis1, int axis2, int axis3) {
        return apply(new ViewOp.Permute(axis0, axis1, axis2, axis3), x);
    }

    /** Applies {@link ViewOp.Transpose}. */
    default Tensor transpose(Tensor x) {
        return apply(new ViewOp.Transpose(), x);
    }

    /** Applies {@link LayoutOp.Cont}. */
    default Tensor cont(Tensor x) {
        return apply(new LayoutOp.Cont(), x);
    }

    /** Applies {@link LayoutOp.Cpy}. */
    default Tensor cpy(Tensor x, DType type) {
        return apply(new LayoutOp.Cpy(type), x);
    }

    /** Returns the next version of the whole state: {@link LayoutOp.CopyInto}. */
    default Tensor copyInto(Tensor stateView, Tensor source) {
        return apply(new LayoutOp.CopyInto(), stateView, source);
    }

    /** Applies {@link LayoutOp.Concat}. */
    default Tensor concat(Tensor a, Tensor b, int dimension) {
        return apply(new LayoutOp.Concat(dimension), a, b);
    }

    /** Applies {@link LayoutOp.Repeat}. */
    default Tensor repeat(Tensor x, Shape shape) {
        return apply(new LayoutOp.Repeat(shape), x);
    }
}
