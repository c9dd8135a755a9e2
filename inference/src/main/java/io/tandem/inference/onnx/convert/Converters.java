package io.tandem.inference.onnx.convert;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The operators that devices compute. */
public final class Converters {
    /** The domain of the operators that fusions put in. */
    public static final String INTERNAL = "tandem";

    private static final Map<String, Converter> CONVERTERS = table();

    private Converters() {}

    private static Map<String, Converter> table() {
        ConverterTable table = new ConverterTable();
        UnaryOperators.addTo(table);
        ActivationOperators.addTo(table);
        ArithmeticOperators.addTo(table);
        LogicOperators.addTo(table);
        CastOperators.addTo(table);
        ReductionOperators.addTo(table);
        NormalizationOperators.addTo(table);
        BatchNormalization.addTo(table);
        SoftmaxOperators.addTo(table);
        MatrixOperators.addTo(table);
        LayoutOperators.addTo(table);
        SpaceOperators.addTo(table);
        PadOperators.addTo(table);
        ResizeOperators.addTo(table);
        GatherOperators.addTo(table);
        ScatterOperators.addTo(table);
        SortOperators.addTo(table);
        ScanOperators.addTo(table);
        ConvolutionOperators.addTo(table);
        PoolOperators.addTo(table);
        EinsumOperators.addTo(table);
        RecurrentOperators.addTo(table);
        AttentionOperators.addTo(table);
        RotaryOperators.addTo(table);
        QuantizationOperators.addTo(table);
        ShapeOperators.addTo(table);
        return table.converters();
    }

    /** The key of an operator that fusions put in. */
    static String internal(String operator) {
        return key(INTERNAL, operator);
    }

    private static String key(String domain, String operator) {
        return domain.isEmpty() ? operator : domain + ":" + operator;
    }

    static Optional<Converter> of(String domain, String operator) {
        return Optional.ofNullable(CONVERTERS.get(key(domain, operator)));
    }

    /** The names of ONNX's operators among them, sorted. */
    public static Set<String> names() {
        Set<String> names = new TreeSet<>(CONVERTERS.keySet());
        names.removeIf(name -> name.startsWith(INTERNAL + ":"));
        return names;
    }
}
