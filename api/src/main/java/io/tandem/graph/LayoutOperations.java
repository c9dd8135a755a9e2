package io.tandem.graph;

import io.tandem.op.LayoutOp;
import io.tandem.op.Op;
import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
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

    /** Zeros after the operand's elements: {@link LayoutOp.Pad}. */
    default Tensor pad(Tensor x, Shape after) {
        return pad(x, new Shape(0, 0, 0, 0), after);
    }

    /** Applies {@link LayoutOp.Pad}. */
    default Tensor pad(Tensor x, Shape before, Shape after) {
        return apply(new LayoutOp.Pad(before, after), x);
    }

    /** Applies {@link LayoutOp.PadReflect1d}. */
    default Tensor padReflect1d(Tensor x, int before, int after) {
        return apply(new LayoutOp.PadReflect1d(before, after), x);
    }

    /** Applies {@link LayoutOp.Roll}. */
    default Tensor roll(Tensor x, int shift0, int shift1, int shift2, int shift3) {
        return apply(new LayoutOp.Roll(shift0, shift1, shift2, shift3), x);
    }

    /** Applies {@link LayoutOp.Diag}. */
    default Tensor diag(Tensor x) {
        return apply(new LayoutOp.Diag(), x);
    }

    /** Applies {@link LayoutOp.Where}. */
    default Tensor where(Tensor condition, Tensor a, Tensor b) {
        return apply(new LayoutOp.Where(), condition, a, b);
    }

    /** a with b in place of a part of it: {@link PatchOp.Set}. */
    default Tensor set(Tensor a, Tensor b, long stride1, long stride2, long stride3, long byteOffset) {
        return apply(new PatchOp.Set(stride1, stride2, stride3, byteOffset), a, b);
    }

    /** a with b added to a part of it: {@link PatchOp.Acc}. */
    default Tensor acc(Tensor a, Tensor b, long stride1, long stride2, long stride3, long byteOffset) {
        return apply(new PatchOp.Acc(stride1, stride2, stride3, byteOffset), a, b);
    }

    /** Applies {@link PatternOp.Fill}. */
    default Tensor fill(Tensor like, float value) {
        return apply(new PatternOp.Fill(value), like);
    }

    /** Applies {@link PatternOp.Arange}. */
    default Tensor arange(float start, float stop, float step) {
        return apply(new PatternOp.Arange(start, stop, step));
    }

    /** Applies {@link PatternOp.Tri}. */
    default Tensor tri(Tensor x, PatternOp.Triangle triangle) {
        return apply(new PatternOp.Tri(triangle), x);
    }
}
