package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations that move elements without computing. */
public sealed interface LayoutOp extends Op {
    /** The operand's elements in order and without gaps. */
    record Cont() implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return Rules.packed(Rules.single(inputs));
        }
    }

    /**
     * The operand's elements in another type. Integers are cut towards zero and saturate; the result of float to BOOL is
     * 1 where the element is not 0.
     */
    record Cpy(DType type) implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.require(
                    input.shape().d0() % type.blockLength() == 0,
                    "rows of " + input.shape().d0() + " elements are not whole blocks of " + type);
            return TensorLayout.of(type, input.shape());
        }
    }

    /** Writes the elements of operand 1 into operand 0, a view of a state with as many elements in the same shape. */
    record CopyInto() implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 2);
            Shape target = inputs.get(0).shape();
            Shape source = inputs.get(1).shape();
            Rules.require(target.equals(source), "shapes differ: " + target + " and " + source);
            return inputs.getFirst();
        }

        @Override
        public boolean writesState() {
            return true;
        }
    }

    /** Two operands of one type one after the other in dimension {@code dimension}; their other dimensions are equal. */
    record Concat(int dimension) implements LayoutOp {
        /** Refuses a dimension other than 0 to 3. */
        public Concat {
            Rules.require(dimension >= 0 && dimension < Shape.DIMENSIONS, "dimensions are 0 to 3, not " + dimension);
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 2, 2);
            TensorLayout a = inputs.get(0);
            TensorLayout b = inputs.get(1);
            Rules.requireType(b, 1, a.type());
            for (int i = 0; i < Shape.DIMENSIONS; i++) {
                if (i != dimension) {
                    Rules.requireEqual(a.shape().dim(i), b.shape().dim(i), "dimensions " + i);
                }
            }
            long extent = a.shape().dim(dimension) + b.shape().dim(dimension);
            return TensorLayout.of(a.type(), a.shape().with(dimension, extent));
        }
    }

    /** The operand repeated a whole number of times in each dimension, to {@code shape}. */
    record Repeat(Shape shape) implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            TensorLayout result = TensorLayout.of(input.type(), shape);
            Rules.requirePlain(input, 0);
            Rules.requireRepeats(input, result, "operand");
            return result;
        }
    }

    /**
     * The operand with zeros around it: {@code before} and {@code after} give their number in each dimension. Any type but
     * block types.
     */
    record Pad(Shape before, Shape after) implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.requirePlain(input, 0);
            long[] extents = new long[Shape.DIMENSIONS];
            for (int i = 0; i < extents.length; i++) {
                extents[i] = Math.addExact(input.shape().dim(i), Math.addExact(before.dim(i), after.dim(i)));
            }
            return TensorLayout.of(input.type(), Shape.of(extents));
        }
    }

    /**
     * Each row with {@code before} and {@code after} more elements, mirrored at its first and its last element, which are
     * not repeated: 2 before 0 1 2 3 is 2 1 0 1 2 3. Any type but block types.
     */
    record PadReflect1d(int before, int after) implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.requirePlain(input, 0);
            long length = input.shape().d0();
            Rules.require(
                    before >= 0 && before < length && after >= 0 && after < length,
                    "a row of " + length + " elements cannot be mirrored for " + before + " before and " + after
                            + " after it");
            return TensorLayout.of(input.type(), input.shape().with(0, length + before + after));
        }
    }

    /**
     * The operand moved some places in each dimension, what leaves one end coming in at the other: with shift s element i of
     * a dimension of extent n moves to (i + s) mod n. Any type but block types.
     */
    record Roll(int shift0, int shift1, int shift2, int shift3) implements LayoutOp {
        /** The places that elements move by in dimension {@code index}. */
        public int shift(int index) {
            return switch (index) {
                case 0 -> shift0;
                case 1 -> shift1;
                case 2 -> shift2;
                case 3 -> shift3;
                default -> throw new IllegalArgumentException("There are shifts 0 to 3, not " + index);
            };
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.requirePlain(input, 0);
            return Rules.packed(input);
        }
    }

    /** Each row on the diagonal of a matrix of zeros: [n, 1, b, c] becomes [n, n, b, c]. Any type but block types. */
    record Diag() implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout input = Rules.single(inputs);
            Rules.requirePlain(input, 0);
            Rules.requireEqual(input.shape().d1(), 1, "dimension 1 and 1");
            return TensorLayout.of(
                    input.type(), input.shape().with(1, input.shape().d0()));
        }
    }

    /**
     * Element by element operand 1 where operand 0, the condition, is not zero (NaN is not), else operand 2. Operands 1 and
     * 2 have one type, the result's; no operand is of a block type. Each dimension of the result is the largest of the
     * three operands', which are repeated to it.
     */
    record Where() implements LayoutOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 3, 3);
            for (int i = 0; i < inputs.size(); i++) {
                Rules.requirePlain(inputs.get(i), i);
            }
            Rules.requireType(inputs.get(2), 2, inputs.get(1).type());
            TensorLayout result = TensorLayout.of(inputs.get(1).type(), largest(inputs));
            for (int i = 0; i < inputs.size(); i++) {
                Rules.requireRepeats(inputs.get(i), result, "operand " + i);
            }
            return result;
        }

        private static Shape largest(List<TensorLayout> inputs) {
            long[] extents = new long[Shape.DIMENSIONS];
            for (int i = 0; i < extents.length; i++) {
                boolean empty = false;
                for (TensorLayout input : inputs) {
                    extents[i] = Math.max(extents[i], input.shape().dim(i));
                    empty |= input.shape().dim(i) == 0;
                }
                extents[i] = empty ? 0 : extents[i];
            }
            return Shape.of(extents);
        }

        @Override
        public boolean mayOverwrite(int index) {
            return true;
        }
    }
}
