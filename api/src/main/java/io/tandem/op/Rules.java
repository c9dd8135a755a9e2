package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** The checks that shape and type rules are made of. Each throws IllegalArgumentException with the reason. */
final class Rules {
    private Rules() {}

    static void require(boolean holds, String reason) {
        if (!holds) {
            throw new IllegalArgumentException(reason);
        }
    }

    static void count(List<TensorLayout> inputs, int least, int most) {
        require(
                inputs.size() >= least && inputs.size() <= most,
                "takes " + (least == most ? least : least + " to " + most) + " operands, not " + inputs.size());
    }

    static TensorLayout single(List<TensorLayout> inputs) {
        count(inputs, 1, 1);
        return inputs.getFirst();
    }

    static TensorLayout singleFloat(List<TensorLayout> inputs) {
        TensorLayout input = single(inputs);
        requireFloat(input, 0);
        return input;
    }

    static void requireFloat(TensorLayout input, int index) {
        require(input.type().isFloat(), "operand " + index + " must be f32, f16 or bf16, not " + input.type());
    }

    /** Requires numbers that can be decoded to floats: floats or blocks of them. */
    static void requireNumbers(TensorLayout input, int index) {
        require(
                input.type().isFloat() || input.type().isQuantized(),
                "operand " + index + " must be a float or quantized type, not " + input.type());
    }

    static void requirePlain(TensorLayout input, int index) {
        require(!input.type().isQuantized(), "operand " + index + " must not be quantized, but is " + input.type());
    }

    static void requireRank(TensorLayout input, int index, int rank) {
        require(
                input.shape().rank() <= rank,
                "operand " + index + " must have at most " + rank + " dimensions, not " + input.shape());
    }

    static void requireType(TensorLayout input, int index, DType type) {
        require(input.type() == type, "operand " + index + " must be " + type + ", not " + input.type());
    }

    static void requireIndex(TensorLayout input, int index) {
        require(input.type().isIndex(), "operand " + index + " must be i32 or i64, not " + input.type());
    }

    static void requireEqual(long left, long right, String what) {
        require(left == right, what + " differ: " + left + " and " + right);
    }

    /** Whether each of {@code few} things serves as many consecutive ones of {@code many}. */
    static boolean spreads(long few, long many) {
        return few == 0 ? many == 0 : many % few == 0;
    }

    /** The product of two numbers that are not negative, if it may be the extent of a dimension. */
    static long product(long left, long right) {
        require((double) left * right < 0x1p59, left + " times " + right + " elements are too many");
        return left * right;
    }

    static void requireRepeats(TensorLayout small, TensorLayout large, String what) {
        require(
                small.shape().repeatsTo(large.shape()),
                what + " of shape " + small.shape() + " does not repeat to " + large.shape());
    }

    /** The same type and shape without gaps. */
    static TensorLayout packed(TensorLayout input) {
        return TensorLayout.of(input.type(), input.shape());
    }
}
