package io.tandem.op;

import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations that only look at their operand's memory in another way. They move nothing and no backend runs them. */
public sealed interface ViewOp extends Op {
    /** Where the view starts in its operand, in bytes. */
    default long byteOffset() {
        return 0;
    }

    @Override
    default long flops(List<TensorLayout> inputs, TensorLayout output) {
        return 0;
    }

    /** The elements of a contiguous operand in another shape of as many elements. */
    record Reshape(Shape shape) implements ViewOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.require(input.isContiguous(), "operand is not contiguous: insert cont");
            Rules.requireEqual(input.elements(), shape.elements(), "numbers of elements");
            return TensorLayout.of(input.type(), shape);
        }
    }

    /**
     * A part of the operand: {@code shape} elements that start at {@code byteOffset}, {@code strides} apart. Offset and
     * strides are whole blocks (whole elements of plain types), so that every element lies where its type may lie.
     */
    record View(Shape shape, Strides strides, long byteOffset) implements ViewOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.require(
                    shape.d0() % input.type().blockLength() == 0,
                    "rows of " + shape.d0() + " elements are not whole blocks of " + input.type());
            Rules.require(
                    byteOffset >= 0 && strides.s0() >= 0 && strides.s1() >= 0 && strides.s2() >= 0 && strides.s3() >= 0,
                    "offset and strides must not be negative");
            int block = input.type().blockBytes();
            Rules.require(
                    byteOffset % block == 0
                            && strides.s0() % block == 0
                            && strides.s1() % block == 0
                            && strides.s2() % block == 0
                            && strides.s3() % block == 0,
                    "offset " + byteOffset + " and " + strides + " must be multiples of " + block + " bytes for "
                            + input.type());
            TensorLayout view = new TensorLayout(input.type(), shape, strides);
            Rules.require(byteOffset < 1L << 62, "offset " + byteOffset + " is too large");
            long end = byteOffset + extent(view);
            Rules.require(
                    end <= input.byteExtent(),
                    "view ends at byte " + end + " of an operand of " + input.byteExtent() + " bytes");
            return view;
        }

        /** The extent in bytes, or an ArithmeticException-free refusal when it does not fit a long. */
        private static long extent(TensorLayout view) {
            double estimate = 0;
            for (int i = 0; i < Shape.DIMENSIONS; i++) {
                estimate += (double) view.shape().dim(i) * view.strides().stride(i);
            }
            Rules.require(estimate < 0x1p62, "view of " + view.shape() + " with " + view.strides() + " is too large");
            return view.byteExtent();
        }
    }

    /** The operand with its dimensions in another order: dimension i becomes dimension axis i of the view. */
    record Permute(int axis0, int axis1, int axis2, int axis3) implements ViewOp {
        /** Refuses anything but a permutation of 0 to 3. */
        public Permute {
            for (int axis : new int[] {axis0, axis1, axis2, axis3}) {
                Rules.require(axis >= 0 && axis < Shape.DIMENSIONS, "axes are 0 to 3, not " + axis);
            }
            Rules.require(
                    ((1 << axis0) | (1 << axis1) | (1 << axis2) | (1 << axis3)) == 15,
                    "axes " + axis0 + ", " + axis1 + ", " + axis2 + ", " + axis3 + " are not a permutation");
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return permute(Rules.single(inputs), axis0, axis1, axis2, axis3);
        }
    }

    /** The operand with dimensions 0 and 1 exchanged. */
    record Transpose() implements ViewOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return permute(Rules.single(inputs), 1, 0, 2, 3);
        }
    }

    private static TensorLayout permute(TensorLayout input, int... axes) {
        Rules.require(
                axes[0] == 0 || !input.type().isQuantized(),
                "dimension 0 of " + input.type() + " holds whole blocks and stays dimension 0");
        long[] shape = new long[Shape.DIMENSIONS];
        long[] strides = new long[Shape.DIMENSIONS];
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            shape[axes[i]] = input.shape().dim(i);
            strides[axes[i]] = input.strides().stride(i);
        }
        return new TensorLayout(
                input.type(), Shape.of(shape), new Strides(strides[0], strides[1], strides[2], strides[3]));
    }
}
