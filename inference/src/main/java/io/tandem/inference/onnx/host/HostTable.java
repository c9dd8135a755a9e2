package io.tandem.inference.onnx.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Collects the functions of the families by operator. */
final class HostTable {
    private final Map<String, HostFunction> functions = new HashMap<>();

    /** Adds an operator of one result. */
    void one(String operator, Function<HostCall, HostTensor> function) {
        many(operator, call -> List.of(function.apply(call)));
    }

    /** Adds an operator of any number of results. */
    void many(String operator, HostFunction function) {
        if (functions.put(operator, function) != null) {
            throw new IllegalStateException("There are two functions of " + operator);
        }
    }

    Map<String, HostFunction> functions() {
        return Map.copyOf(functions);
    }
}
