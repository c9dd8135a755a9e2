package io.tandem.backend.opencl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts of the kernels, with the files that they include. One thread at a time. */
final class KernelSources {
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"(.+)\\.cl\"$");

    private final Map<String, String> texts = new HashMap<>();

    /**
     * The source of that name.
     *
     * @throws IOException if there is none
     */
    String text(String name) throws IOException {
        String known = texts.get(name);
        if (known != null) {
            return known;
        }
        String text = included(read(name));
        texts.put(name, text);
        return text;
    }

    /** Takes another text for a source. For tests. */
    void replace(String name, String text) {
        texts.put(name, text);
    }

    private static String read(String name) throws IOException {
        try (InputStream stream = KernelSources.class.getResourceAsStream("kernel/" + name + ".cl")) {
            if (stream == null) {
                throw new IOException("there is no kernel " + name + " in this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String included(String text) throws IOException {
        StringBuilder whole = new StringBuilder();
        Matcher matcher = INCLUDE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            whole.append(text, end, matcher.start()).append(included(read(matcher.group(1))));
            end = matcher.end();
        }
        return whole.append(text, end, text.length()).toString();
    }
}
