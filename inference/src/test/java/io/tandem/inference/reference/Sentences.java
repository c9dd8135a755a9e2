package io.tandem.inference.reference;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * The 200 texts on which our vectors are held against ONNX Runtime's: many scripts, emoji, code, single words, nothing at
 * all, and texts around and beyond the model's 512 positions, in an order that mixes their lengths.
 */
public final class Sentences {
    /** How many texts there are. */
    public static final int COUNT = 200;

    private Sentences() {}

    public static List<String> all() throws IOException {
        List<String> texts = new ArrayList<>();
        try (InputStream in = Sentences.class.getResourceAsStream("/io/tandem/inference/sentences.txt")) {
            String lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            texts.addAll(lines.lines().toList());
        }
        texts.addAll(List.of("", " ", "\n\t", "\u0000", "\ud83d", "\ufffd\ufffe"));
        for (int words : new int[] {100, 250, 509, 510, 511, 512, 600, 2000}) {
            texts.add(String.join(" ", Collections.nCopies(words, "tide")));
        }
        texts.add("漢".repeat(700));
        texts.add("🦭".repeat(300));
        texts.add("long".repeat(500));
        String handbook = Handbook.text();
        for (int start = 0; texts.size() < COUNT; start += 157) {
            texts.add(handbook.substring(start, Math.min(handbook.length(), start + 60 * (start % 41))));
        }
        Collections.shuffle(texts, new Random(11));
        return List.copyOf(texts);
    }
}
