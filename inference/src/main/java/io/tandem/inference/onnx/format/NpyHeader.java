package io.tandem.inference.onnx.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the header of a {@code .npy} file says.
 *
 * @param type the type of the elements
 * @param isBigEndian whether their highest bytes come first
 * @param isFortran whether the first index varies fastest
 * @param shape outermost dimension first
 */
record NpyHeader(OnnxType type, boolean isBigEndian, boolean isFortran, List<Long> shape) {
    private static final Pattern DESCRIPTION = Pattern.compile("'descr' *: *'([<>|=]?)([a-zA-Z]\\d+)'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order' *: *(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape' *: *\\(([0-9L, ]*)\\)");

    private static final Pattern EXTENT = Pattern.compile("[0-9]+");

    private static final Map<String, OnnxType> TYPES = Map.ofEntries(
            Map.entry("f2", OnnxType.FLOAT16),
            Map.entry("f4", OnnxType.FLOAT),
            Map.entry("f8", OnnxType.DOUBLE),
            Map.entry("i1", OnnxType.INT8),
            Map.entry("i2", OnnxType.INT16),
            Map.entry("i4", OnnxType.INT32),
            Map.entry("i8", OnnxType.INT64),
            Map.entry("u1", OnnxType.UINT8),
            Map.entry("u2", OnnxType.UINT16),
            Map.entry("u4", OnnxType.UINT32),
            Map.entry("u8", OnnxType.UINT64),
            Map.entry("b1", OnnxType.BOOL));

    static NpyHeader of(String text) {
        Matcher description = found(DESCRIPTION, text, "an element type");
        OnnxType type = TYPES.get(description.group(2));
        if (type == null) {
            throw new WireException("elements of type '" + description.group(2) + "'");
        }
        List<Long> shape = new ArrayList<>();
        Matcher extents = EXTENT.matcher(found(SHAPE, text, "a shape").group(1));
        while (extents.find()) {
            shape.add(parse(extents.group()));
        }
        boolean isFortran = found(ORDER, text, "an order").group(1).equals("True");
        NpyHeader header = new NpyHeader(type, description.group(1).equals(">"), isFortran, List.copyOf(shape));
        header.elements(); // refuses impossible sizes
        return header;
    }

    private static Matcher found(Pattern pattern, String text, String what) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new WireException("the header has not " + what);
        }
        return matcher;
    }

    private static long parse(String extent) {
        try {
            return Long.parseLong(extent);
        } catch (NumberFormatException _) {
            throw new WireException("an extent of " + extent);
        }
    }

    /** The number of elements. */
    long elements() {
        long elements = 1;
        for (long extent : shape) {
            if (extent != 0 && elements > Long.MAX_VALUE / 128 / extent) {
                throw new WireException("shape " + shape + " is impossible");
            }
            elements *= extent;
        }
        return elements;
    }

    /** What NumPy calls a type. */
    static String description(OnnxType type) {
        for (Map.Entry<String, OnnxType> entry : TYPES.entrySet()) {
            if (entry.getValue() == type) {
                return (type.bits() == Byte.SIZE ? "|" : "<") + entry.getKey();
            }
        }
        throw new IllegalArgumentException("NumPy has no type " + type);
    }
}
