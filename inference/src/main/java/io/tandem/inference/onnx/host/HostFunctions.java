package io.tandem.inference.onnx.host;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operators of ONNX's own set that the importer can compute itself. */
public final class HostFunctions {
    private static final Map<String, HostFunction> FUNCTIONS = table();

    private HostFunctions() {}

    private static Map<String, HostFunction> table() {
        HostTable table = new HostTable();
        MoveFunctions.addTo(table);
        ArithmeticFunctions.addTo(table);
        LogicFunctions.addTo(table);
        ReductionFunctions.addTo(table);
        MakeFunctions.addTo(table);
        IndexFunctions.addTo(table);
        PatternFunctions.addTo(table);
        return table.functions();
    }

    /** The function of an operator, if the importer has it. */
    public static Optional<HostFunction> of(String domain, String operator) {
        return domain.isEmpty() ? Optional.ofNullable(FUNCTIONS.get(operator)) : Optional.empty();
    }

    /** The names of all of them. */
    public static Set<String> names() {
        return FUNCTIONS.keySet();
    }
}
