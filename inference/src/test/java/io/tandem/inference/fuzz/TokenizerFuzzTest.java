package io.tandem.inference.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tandem.inference.ModelException;
import io.tandem.inference.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damaged tokenizers are read or refused, and native code never ends the process. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TokenizerFuzzTest {
    @TempDir
    Path folder;

    /** The real tokenizer with a small part of its words. */
    private static byte[] small() throws IOException {
        try (var in = TokenizerFuzzTest.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            JsonObject root = JsonParser.parseString(text).getAsJsonObject();
            JsonObject words = root.getAsJsonObject("model").getAsJsonObject("vocab");
            List.copyOf(words.keySet()).stream()
                    .filter(word -> !word.startsWith("[") && words.get(word).getAsInt() % 200 != 0)
                    .forEach(words::remove);
            List.copyOf(words.keySet()).stream()
                    .filter(word -> word.startsWith("[unused"))
                    .forEach(words::remove);
            return root.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    @Test
    void tokenizersAreReadOrRefused() throws IOException {
        byte[] good = small();
        Path file = folder.resolve("tokenizer.json");
        Mutation mutation = new Mutation(20260304);
        int read = 0;
        for (int round = 0; round < Mutation.ROUNDS; round++) {
            Files.write(file, mutation.of(good, good));
            try (Tokenizer tokenizer = Tokenizer.open(file, 64)) {
                tokenizer.encode(List.of("Hello, world!", "caf\u00e9 \u6771\u4eac"));
                read++;
            } catch (ModelException e) {
                assertThat(e.getMessage()).containsAnyOf("cannot read tokenizer", "the tokenizer failed");
            }
        }
        assertThat(read).as("mutants that still are tokenizers").isBetween(Mutation.ROUNDS / 100, Mutation.ROUNDS / 2);
    }
}
