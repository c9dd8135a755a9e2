package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedCommandTest {
    @TempDir
    Path folder;

    @Test
    void printsOneVectorPerText() {
        List<String> lines = Outcome.of("embed", "--devices", "cpu", "first text", "", "third")
                .succeeded()
                .lines();
        assertThat(lines)
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.split(" ")).hasSize(384));
    }

    @Test
    void printsOneObjectPerLineOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("lines.txt"), "eins\n\"zwei\" \u2603\n");
        List<JsonObject> objects =
                Outcome.of("embed", "--devices", "cpu", "--json", "--file", file).succeeded().lines().stream()
                        .map(line -> JsonParser.parseString(line).getAsJsonObject())
                        .toList();
        assertThat(objects)
                .extracting(object -> object.get("text").getAsString())
                .containsExactly("eins", "\"zwei\" \u2603");
        assertThat(objects).allSatisfy(object -> {
            assertThat(object.keySet()).containsExactly("text", "vector");
            assertThat(object.getAsJsonArray("vector")).hasSize(384);
        });
    }

    @Test
    void warnsWhenATextIsTooLong() {
        Outcome outcome = Outcome.of("embed", "--devices", "cpu", "word ".repeat(600));
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err().lines().toList()).hasSize(1);
        assertThat(outcome.err()).startsWith("tandem: warning: 1 of 1 texts have more than 512 tokens");
    }

    @Test
    void aTextWithoutTokensHasZeros() throws IOException {
        TinySentenceModel model = TinySentenceModel.create(folder);
        Path tokenizer = folder.resolve("tokenizer.json");
        JsonObject description =
                JsonParser.parseString(Files.readString(tokenizer)).getAsJsonObject();
        description.remove("post_processor"); // it adds the tokens that every text has
        Files.writeString(tokenizer, description.toString());
        List<String> lines = Outcome.of("embed", "--devices", "cpu", "--model", model.file(), "")
                .succeeded()
                .lines();
        assertThat(lines)
                .singleElement()
                .satisfies(line -> assertThat(line.split(" ")).containsOnly("0.0"));
    }

    @Test
    void writesATimeline() throws IOException {
        Path trace = folder.resolve("trace.json");
        Outcome.of("embed", "--devices", "cpu", "--trace", trace, "x").succeeded();
        assertThat(JsonParser.parseString(Files.readString(trace)).isJsonNull()).isFalse();
    }

    @Test
    void itsOwnFilesServeAsModelOfTheUsers() throws IOException {
        try (var model = getClass().getResourceAsStream("/all-minilm-l6-v2.onnx");
                var tokenizer = getClass().getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
            Files.copy(java.util.Objects.requireNonNull(model), folder.resolve("model.onnx"));
            Files.copy(java.util.Objects.requireNonNull(tokenizer), folder.resolve("tokenizer.json"));
        }
        Outcome own = Outcome.of("embed", "--devices", "cpu", "--model", folder.resolve("model.onnx"), "a seal")
                .succeeded();
        assertThat(own.out())
                .isEqualTo(Outcome.of("embed", "--devices", "cpu", "a seal")
                        .succeeded()
                        .out());
    }
}
