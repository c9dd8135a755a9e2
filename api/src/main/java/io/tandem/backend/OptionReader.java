package io.tandem.backend;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a provider's options; unknown names and malformed values are IllegalArgumentExceptions that say what is known. */
public final class OptionReader {
    private final Map<String, String> options;

    private OptionReader(Map<String, String> options) {
        this.options = options;
    }

    /**
     * Reads {@code options} of the provider {@code owner}.
     *
     * @throws IllegalArgumentException if there is an option other than {@code known}
     */
    public static OptionReader of(String owner, Map<String, String> options, String... known) {
        List<String> names = Arrays.asList(known);
        for (String name : options.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("Unknown option " + name + " of " + owner + "; it has "
                        + (names.isEmpty() ? "none" : String.join(", ", names)));
            }
        }
        return new OptionReader(Map.copyOf(options));
    }

    /** A text, or {@code fallback} where it is not given. */
    public @Nullable String text(String name, @Nullable String fallback) {
        String value = options.get(name);
        return value == null ? fallback : value;
    }

    /** A whole number of at least {@code least}, or {@code fallback} where it is not given. */
    public long number(String name, long fallback, long least) {
        String value = options.get(name);
        if (value == null) {
            return fallback;
        }
        try {
            long number = Long.parseLong(value.strip());
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw malformed(name, value, "a whole number", e);
        }
        throw malformed(name, value, "at least " + least, null);
    }

    /** Names or numbers separated by commas, without blanks around them; none where it is not given. */
    public List<String> list(String name) {
        String value = options.get(name);
        if (value == null) {
            return List.of();
        }
        return Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    /** {@code true} or {@code false}, or {@code fallback} where it is not given. */
    public boolean flag(String name, boolean fallback) {
        String value = options.get(name);
        if (value == null) {
            return fallback;
        }
        return switch (value.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw malformed(name, value, "true or false", null);
        };
    }

    private static IllegalArgumentException malformed(
            String name, String value, String expected, @Nullable Throwable cause) {
        return new IllegalArgumentException("Option " + name + " must be " + expected + ", not '" + value + "'", cause);
    }
}
