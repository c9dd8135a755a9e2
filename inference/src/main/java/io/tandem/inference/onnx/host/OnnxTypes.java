package io.tandem.inference.onnx.host;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.Locale;

/** The element types that operators name in their parameters. */
public final class OnnxTypes {
    private OnnxTypes() {}

    /** The type that a Cast casts to. */
    public static OnnxType castTarget(Operands cast) {
        if (cast.version() < 6) { // by name then, later by number
            String name = cast.attributes().text("to", "");
            return named(name);
        }
        return numbered(cast.attributes().integer("to", 0));
    }

    /** The type with that number in files. */
    public static OnnxType numbered(long code) {
        for (OnnxType type : OnnxType.values()) {
            if (type.code() == code && type != OnnxType.UNDEFINED) {
                return type;
            }
        }
        throw Refusal.invalid("there is no element type " + code);
    }

    private static OnnxType named(String name) {
        try {
            return OnnxType.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            throw Refusal.invalid("there is no element type '" + name + "'");
        }
    }
}
