package io.tandem.inference.onnx.host;

import java.util.List;

/** Computes an operator whose operands are all constants. */
@FunctionalInterface
public interface HostFunction {
    /** The results, at least as many as are wanted. A {@link Refusal} says why there are none. */
    List<HostTensor> apply(HostCall call);
}
