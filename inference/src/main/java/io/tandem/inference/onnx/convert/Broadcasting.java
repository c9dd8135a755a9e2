package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.op.BinaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Element-wise operations on operands of different shapes. ONNX repeats either operand along its extents of 1; a binary
 * operation repeats its second operand over the first, so operands change places where they may, and where not the
 * first is repeated beforehand.
 */
final class Broadcasting {
    private Broadcasting() {}

    /** Applies an operation to two values; the result has the first one's type. */
    static Value apply(Emitter emitter, BinaryOp op, Value left, Value right) {
        Dims dims = left.dims().broadcast(right.dims());
        Tensor a = emitter.floats(left);
        Tensor b = emitter.floats(right);
        Dims common = dims;
        if (dims.rank() > Shape.DIMENSIONS) {
            Pair merged = merge(left.dims().padded(dims.rank()), right.dims().padded(dims.rank()));
            a = emitter.reshape(a, merged.left());
            b = emitter.reshape(b, merged.right());
            common = merged.left().broadcast(merged.right());
        }
        Tensor result = apply(emitter, op, a, b, Layouts.shape(common));
        return new Computed(left.type(), dims, emitter.reshape(result, dims));
    }

    private static Tensor apply(Emitter emitter, BinaryOp op, Tensor a, Tensor b, Shape shape) {
        boolean fits = a.shape().equals(shape);
        boolean fitsTurned = b.shape().equals(shape);
        boolean turn = commutes(op) && fitsTurned && !fits;
        Tensor first = turn ? b : a;
        Tensor second = turn ? a : b;
        // the result has the type of the first operand: that must be the wider one
        Tensor wide = second.type() == DType.F32 ? emitter.cast(first, DType.F32) : first;
        return emitter.graph().apply(op, emitter.repeat(wide, shape), second);
    }

    /** The product of two values. */
    static Value multiply(Emitter emitter, Value left, Value right) {
        return apply(emitter, new BinaryOp.Mul(), left, right);
    }

    /** The sum of two values. */
    static Value add(Emitter emitter, Value left, Value right) {
        return apply(emitter, new BinaryOp.Add(), left, right);
    }

    private static boolean commutes(BinaryOp op) {
        return switch (op) {
            case BinaryOp.Add _, BinaryOp.Mul _, BinaryOp.Min _, BinaryOp.Max _ -> true;
            case BinaryOp.Equal _, BinaryOp.NotEqual _ -> true;
            case BinaryOp.Sub _, BinaryOp.Div _, BinaryOp.Pow _ -> false;
            case BinaryOp.Less _, BinaryOp.LessEqual _, BinaryOp.Greater _, BinaryOp.GreaterEqual _ -> false;
        };
    }

    /** Two shapes of one rank. */
    record Pair(Dims left, Dims right) {}

    /** The shapes with neighbouring axes merged where both operands repeat, or do not repeat, alike. */
    static Pair merge(Dims left, Dims right) {
        List<Long> mergedLeft = new ArrayList<>();
        List<Long> mergedRight = new ArrayList<>();
        int last = -1;
        for (int axis = 0; axis < left.rank(); axis++) {
            long a = left.extent(axis);
            long b = right.extent(axis);
            if (a == 1 && b == 1) {
                continue;
            }
            int kind = a == b ? 0 : a == 1 ? 1 : 2;
            if (kind == last) {
                int end = mergedLeft.size() - 1;
                mergedLeft.set(end, mergedLeft.get(end) * a);
                mergedRight.set(end, mergedRight.get(end) * b);
            } else {
                mergedLeft.add(a);
                mergedRight.add(b);
            }
            last = kind;
        }
        Pair merged = new Pair(Dims.of(mergedLeft), Dims.of(mergedRight));
        Emitter.requireFour(merged.left());
        return merged;
    }
}
