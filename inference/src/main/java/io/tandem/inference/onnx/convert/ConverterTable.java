package io.tandem.inference.onnx.convert;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Collects the converters of the families by operator. */
final class ConverterTable {
    private final Map<String, Converter> converters = new HashMap<>();

    /** Adds an operator of one result. */
    void one(String operator, Function<Call, Value> converter) {
        many(operator, call -> List.of(converter.apply(call)));
    }

    /** Adds an operator of any number of results. */
    void many(String operator, Converter converter) {
        if (converters.put(operator, converter) != null) {
            throw new IllegalStateException("There are two converters of " + operator);
        }
    }

    Map<String, Converter> converters() {
        return Map.copyOf(converters);
    }
}
