package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.tensor.Shape;
import java.util.List;

/** Puts elements around those of a tensor. */
final class Padding {
    private Padding() {}

    /** Zeros before and after the elements of one axis. */
    static Tensor zeros(Emitter emitter, Tensor tensor, Dims dims, int axis, long before, long after) {
        if (before == 0 && after == 0) {
            return tensor;
        }
        Dims padded = dims.with(axis, dims.extent(axis) + before + after);
        if (dims.rank() > Shape.DIMENSIONS) {
            Dims around = Axes.around(dims, axis);
            Tensor result = zeros(emitter, emitter.reshape(tensor, around), around, 1, before, after);
            return emitter.reshape(result, padded);
        }
        int dimension = Layouts.dimension(dims.rank(), axis);
        return emitter.graph()
                .pad(
                        tensor,
                        Shape.of(0, 0, 0, 0).with(dimension, before),
                        Shape.of(0, 0, 0, 0).with(dimension, after));
    }

    /** A single number, a tensor of one element of the same type, before and after the elements of one axis. */
    static Tensor number(Emitter emitter, Tensor tensor, Dims dims, int axis, long before, long after, Tensor number) {
        if (before == 0 && after == 0) {
            return tensor;
        }
        Dims first = dims.with(axis, before);
        Dims last = dims.with(axis, after);
        Tensor head = emitter.repeat(number, Layouts.shape(first));
        Tensor tail = emitter.repeat(number, Layouts.shape(last));
        if (before == 0) {
            return LayoutOperators.joined(emitter, List.of(tensor, tail), List.of(dims, last), axis);
        }
        if (after == 0) {
            return LayoutOperators.joined(emitter, List.of(head, tensor), List.of(first, dims), axis);
        }
        return LayoutOperators.joined(emitter, List.of(head, tensor, tail), List.of(first, dims, last), axis);
    }
}
