package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;

/**
 * A value that each run computes or is fed.
 *
 * @param type the type that ONNX gives it; the tensor may keep it in a wider one (float16 and truth values in f32)
 * @param dims its shape, outermost dimension first
 * @param tensor where it is; of the shape {@link Layouts#shape} and of any strides
 */
public record Computed(OnnxType type, Dims dims, Tensor tensor) implements Value {
    /** Refuses a tensor of another shape. */
    public Computed {
        if (!tensor.shape().equals(Layouts.shape(dims))) {
            throw new IllegalStateException(tensor + " is not of shape " + dims);
        }
    }
}
