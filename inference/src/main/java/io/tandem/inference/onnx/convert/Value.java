package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;

/** What a name in an ONNX graph stands for during import. */
public sealed interface Value permits Constant, Computed {
    /** The type of the elements, as ONNX has it. */
    OnnxType type();

    /** The shape, outermost dimension first. */
    Dims dims();
}
