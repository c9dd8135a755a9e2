package io.tandem.inference.onnx.convert;

import java.util.List;

/** Adds what an operator computes to the graph. */
@FunctionalInterface
interface Converter {
    /** The operator's results, at least as many as are wanted. A Refusal says why there are none. */
    List<Value> convert(Call call);
}
