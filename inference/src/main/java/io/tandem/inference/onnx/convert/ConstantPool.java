package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.format.OnnxTensor;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The constants of a model by name: those of its file and what follows from them alone, which is computed once. All
 * graphs of a model share them and their weights. Safe for any number of threads.
 */
public final class ConstantPool {
    private final Map<String, Constant> constants = new ConcurrentHashMap<>();

    /** A pool of the constants of a file. */
    public ConstantPool(Map<String, OnnxTensor> tensors) {
        tensors.forEach((name, tensor) -> constants.put(name, Constant.of(name, tensor)));
    }

    Optional<Constant> find(String name) {
        return Optional.ofNullable(constants.get(name));
    }

    /** Adds a constant, unless another thread was faster; returns the one to use. */
    Constant add(String name, Constant constant) {
        Constant earlier = constants.putIfAbsent(name, constant);
        return earlier == null ? constant : earlier;
    }
}
