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
            Rules.require(!input.type().isQuantized(), "operand must not be quantized, but is " + input.type());
            Rules.requireRepeats(input, result, "operand");
            return result;
        }
    }
}
