package io.tandem.testkit.conformance;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One operation that ggml computed.
 *
 * @param name its name
 * @param operation ggml's name of the operation
 * @param bound the largest normalised mean squared error, 0 where ggml compares bytes of blocks
 * @param parameters the operation's parameters by name
 * @param inputs the inputs by name, in order
 * @param views which part of an input is the operand, by the input's name
 * @param output the first result
 */
record GoldenCase(
        String name,
        String operation,
        double bound,
        Map<String, String> parameters,
        Map<String, Stored> inputs,
        Map<String, List<String>> views,
        Stored output) {
    private static final Pattern SPACE = Pattern.compile(" ");
    private static final Pattern COMMA = Pattern.compile(",");

    /** A tensor in the data file. */
    record Stored(String typeName, Shape shape, int offset, int bytes) {
        /** The type, if there is one of that name. */
        Optional<DType> type() {
            String wanted = typeName.toUpperCase(Locale.ROOT);
            return Arrays.stream(DType.values())
                    .filter(type -> type.name().equals(wanted))
                    .findFirst();
        }
    }

    /** Reads the lines of a case, the one that starts it first. */
    static GoldenCase parse(List<String> lines) {
        List<String> head = words(lines.getFirst());
        Map<String, String> parameters = new LinkedHashMap<>();
        Map<String, Stored> inputs = new LinkedHashMap<>();
        Map<String, List<String>> views = new LinkedHashMap<>();
        Map<String, Stored> outputs = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> words = words(line);
            String name = words.get(1);
            switch (words.getFirst()) {
                case "parameter" -> parameters.put(name, words.get(2));
                case "input" -> inputs.put(name, stored(words));
                case "output" -> outputs.put(name, stored(words));
                case "view" -> views.put(name, words.subList(2, words.size()));
                default -> throw new IllegalStateException("Golden line " + line);
            }
        }
        double bound = head.get(3).equals("bytes") ? 0 : Double.parseDouble(head.get(3));
        Stored output = outputs.values().iterator().next();
        return new GoldenCase(head.get(1), head.get(2), bound, parameters, inputs, views, output);
    }

    private static List<String> words(String line) {
        return SPACE.splitAsStream(line).toList();
    }

    private static Stored stored(List<String> words) {
        return new Stored(
                words.get(2),
                Shape.of(numbers(words.get(3))),
                Integer.parseInt(words.get(4)),
                Integer.parseInt(words.get(5)));
    }

    static long[] numbers(String list) {
        return COMMA.splitAsStream(list).mapToLong(Long::parseLong).toArray();
    }

    float number(String parameter) {
        return Float.parseFloat(text(parameter));
    }

    int integer(String parameter) {
        return Integer.parseInt(text(parameter));
    }

    String text(String parameter) {
        String value = parameters.get(parameter);
        if (value == null) {
            throw new IllegalStateException(name + " has no parameter " + parameter);
        }
        return value;
    }
}
