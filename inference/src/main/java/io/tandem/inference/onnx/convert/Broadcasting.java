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
        Aligned operands = align(
                emitter, List.of(emitter.floats(left), emitter.floats(right)), List.of(left.dims(), right.dims()));
        Tensor result = apply(
                emitter, op, operands.tensors().getFirst(), operands.tensors().getLast(), operands.shape());
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
        List<Dims> merged = merge(List.of(left, right));
        Emitter.requireFour(merged.getFirst());
        return new Pair(merged.getFirst(), merged.getLast());
    }

    /** Shapes of one rank with neighbouring axes merged where each of them repeats, or does not repeat, alike. */
    private static List<Dims> merge(List<Dims> shapes) {
        List<List<Long>> merged = new ArrayList<>();
        shapes.forEach(shape -> merged.add(new ArrayList<>()));
        int last = -1;
        for (int axis = 0; axis < shapes.getFirst().rank(); axis++) {
            int ones = 0;
            for (int i = 0; i < shapes.size(); i++) {
                ones |= shapes.get(i).extent(axis) == 1 ? 1 << i : 0;
            }
            if (ones == (1 << shapes.size()) - 1) {
                continue;
            }
            for (int i = 0; i < shapes.size(); i++) {
                List<Long> extents = merged.get(i);
                long extent = shapes.get(i).extent(axis);
                if (ones == last) {
                    extents.set(extents.size() - 1, extents.getLast() * extent);
                } else {
                    extents.add(extent);
                }
            }
            last = ones;
        }
        return merged.stream().map(Dims::of).toList();
    }

    /** Operands with shapes of four dimensions at most that broadcast as theirs do. */
    record Aligned(List<Tensor> tensors, Shape shape) {}

    /** Operands of shapes that broadcast to each other, with neighbouring axes merged or repeated where four are too few. */
    static Aligned align(Emitter emitter, List<Tensor> tensors, List<Dims> shapes) {
        Dims dims = shapes.stream().reduce(Dims.SCALAR, Dims::broadcast);
        if (dims.rank() <= Shape.DIMENSIONS) {
            return new Aligned(tensors, Layouts.shape(dims));
        }
        List<Dims> padded =
                shapes.stream().map(shape -> shape.padded(dims.rank())).toList();
        List<Dims> merged = merge(padded);
        boolean fits = merged.getFirst().rank() <= Shape.DIMENSIONS;
        List<Tensor> aligned = new ArrayList<>();
        for (int i = 0; i < tensors.size(); i++) {
            Tensor tensor = tensors.get(i);
            aligned.add(
                    fits
                            ? emitter.reshape(tensor, merged.get(i))
                            : emitter.reshape(expand(emitter, tensor, padded.get(i), dims), Shape.of(dims.elements())));
        }
        return new Aligned(
                aligned,
                fits ? Layouts.shape(merged.stream().reduce(Dims.SCALAR, Dims::broadcast)) : Shape.of(dims.elements()));
    }

    /** A tensor repeated a whole number of times along its axes, to a shape of the same rank. */
    static Tensor expand(Emitter emitter, Tensor tensor, Dims dims, Dims target) {
        if (target.rank() <= Shape.DIMENSIONS) {
            return emitter.repeat(tensor, Layouts.shape(target));
        }
        Tensor result = tensor;
        Dims now = dims;
        for (int axis = 0; axis < dims.rank(); axis++) {
            if (now.extent(axis) != target.extent(axis)) {
                Dims block = Axes.around(now, axis);
                Shape repeated = Layouts.shape(block.with(1, target.extent(axis)));
                result = emitter.repeat(emitter.reshape(result, block), repeated);
                now = now.with(axis, target.extent(axis));
            }
        }
        return emitter.reshape(result, target);
    }
}
