package io.tandem.op;

import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Operations that change a part of a tensor: operand 0 with operand 1 brought into it. The part has operand 1's shape and
 * lies in the result, which has no gaps, from {@code byteOffset} on, its rows, matrices and batches the given strides
 * apart, in bytes. No two of its elements share a place.
 */
public sealed interface PatchOp extends Op {
    /** Where the part starts in the result, in bytes. */
    long byteOffset();

    /** From one row of the part to the next, in bytes. */
    long stride1();

    /** From one matrix of the part to the next, in bytes. */
    long stride2();

    /** From one batch of the part to the next, in bytes. */
    long stride3();

    /** The part that an operand of a layout takes in the result. */
    default TensorLayout part(TensorLayout operand) {
        return new TensorLayout(
                operand.type(),
                operand.shape(),
                new Strides(operand.type().blockBytes(), stride1(), stride2(), stride3()));
    }

    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        Rules.count(inputs, 2, 2);
        TensorLayout a = inputs.get(0);
        TensorLayout b = inputs.get(1);
        Rules.requirePlain(a, 0);
        Rules.requireType(b, 1, a.type());
        TensorLayout result = Rules.packed(a);
        new ViewOp.View(b.shape(), part(b).strides(), byteOffset()).infer(List.of(result));
        requireApart(part(b));
        return result;
    }

    @Override
    default boolean mayOverwrite(int index) {
        return index == 0;
    }

    private static void requireApart(TensorLayout part) {
        Shape shape = part.shape();
        int[] dimensions = IntStream.range(0, Shape.DIMENSIONS)
                .filter(i -> shape.dim(i) > 1)
                .boxed()
                .sorted((i, j) ->
                        Long.compare(part.strides().stride(i), part.strides().stride(j)))
                .mapToInt(i -> i)
                .toArray();
        long extent = part.type().blockBytes();
        for (int i : dimensions) {
            Rules.require(
                    part.strides().stride(i) >= extent || part.elements() == 0,
                    "elements of the part share places: " + part.strides() + " for " + shape + " in dimensions "
                            + Arrays.toString(dimensions));
            extent = part.strides().stride(i) * shape.dim(i);
        }
    }

    /** The part is operand 1. Any type but block types. */
    record Set(long stride1, long stride2, long stride3, long byteOffset) implements PatchOp {}

    /** Operand 1 is added to the part. Floats. */
    record Acc(long stride1, long stride2, long stride3, long byteOffset) implements PatchOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout result = PatchOp.super.infer(inputs);
            Rules.requireFloat(inputs.get(0), 0);
            return result;
        }
    }
}
