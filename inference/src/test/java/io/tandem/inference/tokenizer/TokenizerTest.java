package io.tandem.inference.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerTest {
    @TempDir
    Path folder;

    private static byte[] miniLm() throws IOException {
        try (InputStream in = TokenizerTest.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("tokenizer.json"), content);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Tokenizer open() throws IOException {
        return Tokenizer.open(Files.write(folder.resolve("tokenizer.json"), miniLm()), 512);
    }

    @Test
    void encodesWithoutPaddingAndCutsAtTheModelsLimitNotTheFiles() throws IOException {
        try (Tokenizer tokenizer = open()) {
            List<Tokens> tokens = tokenizer.encode(List.of("hello world", "", "x ".repeat(300), "y ".repeat(600)));
            assertThat(tokens.get(0).ids()).containsExactly(101, 7592, 2088, 102);
            assertThat(tokens.get(1).ids()).containsExactly(101, 102);
            assertThat(tokens.get(2).count()).isEqualTo(302);
            assertThat(tokens.get(2).isTruncated()).isFalse();
            assertThat(tokens.get(3).count()).isEqualTo(512);
            assertThat(tokens.get(3).isTruncated()).isTrue();
        }
    }

    @Test
    void theCheckedFileGivesTheTokensOfTheTrustedOne() throws IOException {
        List<String> texts = List.of("Ärger über 東京!", "a-b_c(d) 👋🏽 \u0000 x", "نص عربي", "İstanbul ΣΑΣ");
        try (Tokenizer checked = open();
                InputStream in = new java.io.ByteArrayInputStream(miniLm());
                Tokenizer trusted = Tokenizer.ofTrusted("minilm", in, 512)) {
            assertThat(checked.encode(texts)).usingRecursiveComparison().isEqualTo(trusted.encode(texts));
        }
    }

    @Test
    void aLoneSurrogateDoesNotSpoilTheRestOfTheText() throws IOException {
        try (Tokenizer tokenizer = open()) {
            List<Tokens> tokens =
                    tokenizer.encode(List.of("caf\u00e9 \ud83d\udc4b \ud83d ok", "caf\u00e9 👋 \ufffd ok"));
            assertThat(tokens.get(0).ids()).isEqualTo(tokens.get(1).ids());
        }
    }

    @Test
    void refusesWhatIsNoTokenizerInOneLine() throws IOException {
        String good = text(miniLm());
        assertRefused(folder.resolve("none.json"), "there is no such file");
        assertRefused(folder, "it is a folder");
        assertRefused(file(""), "the file is empty");
        assertRefused(file("[1]"), "no JSON object");
        assertRefused(file("{}"), "it has no model");
        assertRefused(file("{\"model\": 3}"), "it has no model");
        assertRefused(file("{\"model\": {\"type\": \"WordPiece\"}}"), "cannot read tokenizer");
        assertRefused(file(good.substring(0, good.length() / 2)), "cannot read tokenizer");
        assertRefused(file(good + "{}"), "cannot read tokenizer");
        assertRefused(file("[".repeat(100_000)), "cannot read tokenizer");
        assertRefused(Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1}), "no UTF-8");
    }

    @Test
    void refusesWhatWouldEndTheProcessInNativeCode() throws IOException {
        String good = text(miniLm());
        assertRefused(file(good.replace("\"cleanup\": true", "\"cleanup\" true")), "cannot read tokenizer");
        assertRefused(
                file(good.replaceFirst(
                        "\"SpecialToken\": \\{\\s*\"id\": \"\\[CLS\\]\"", "\"SpecialToken\": {\"id\": \"no\"")),
                "uses special token 'no', which it does not define");
    }

    private static void assertRefused(Path file, String part) {
        assertThatThrownBy(() -> Tokenizer.open(file, 512))
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith("cannot read tokenizer " + file)
                .hasMessageContaining(part)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void mutatedFilesAreReadOrRefusedAndTheProcessLives() throws IOException {
        byte[] good = miniLm();
        int vocabulary = text(good).indexOf("\"vocab\"");
        Random random = new Random(20260102);
        int refused = 0;
        for (int round = 0; round < 60; round++) {
            byte[] mutant = good.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutant[random.nextInt(round % 2 == 0 ? vocabulary : mutant.length)] = (byte) (32 + random.nextInt(95));
            }
            try (Tokenizer tokenizer = Tokenizer.open(Files.write(folder.resolve("mutant.json"), mutant), 512)) {
                tokenizer.encode(List.of("hello world"));
            } catch (ModelException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(10, 60);
    }

    @Test
    void useAfterCloseIsRefused() throws IOException {
        Tokenizer tokenizer = open();
        tokenizer.close();
        tokenizer.close();
        assertThatThrownBy(() -> tokenizer.encode(List.of("x")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the tokenizer is closed");
    }
}
