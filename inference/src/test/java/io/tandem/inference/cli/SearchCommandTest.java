package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tandem.inference.reference.Handbook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchCommandTest {
    @TempDir
    Path folder;

    private Path handbook = Path.of("");

    @BeforeEach
    void writeHandbook() throws IOException {
        handbook = Files.writeString(folder.resolve("handbook.md"), Handbook.text());
    }

    @Test
    void theRightPassageIsFirstForNineOfTenQuestions() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Handbook.Question question : Handbook.questions()) {
            List<String> lines = Outcome.of(
                            "search", "--devices", "cpu", "--no-cache", "--json", "-n", "1", question.text(), handbook)
                    .succeeded()
                    .lines();
            assertThat(lines).hasSize(1);
            JsonObject hit = JsonParser.parseString(lines.getFirst()).getAsJsonObject();
            assertThat(hit.keySet()).containsExactly("score", "file", "line", "text");
            if (!hit.get("text").getAsString().replace('\n', ' ').contains(question.answer())) {
                wrong.add(question.text() + " -> " + hit);
            }
        }
        assertThat(wrong).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void peopleSeeScorePlaceAndPassage() throws IOException {
        Path other = Files.writeString(folder.resolve("other.txt"), "Taxes are due in May.");
        Outcome outcome = Outcome.of(
                        "search", "--devices", "cpu", "--no-cache", "when must I pay taxes?", handbook, other)
                .succeeded();
        assertThat(outcome.lines().get(0)).matches("0\\.\\d{3}  .*other\\.txt:1");
        assertThat(outcome.lines().get(1)).isEqualTo("    Taxes are due in May.");
        assertThat(outcome.lines().stream()
                        .filter(line -> line.matches("0\\.\\d{3}  .*"))
                        .count())
                .isEqualTo(3);
    }

    @Test
    void theLineIsTheOneOfThePassage() throws IOException {
        JsonObject hit = JsonParser.parseString(Outcome.of(
                                "search",
                                "--devices",
                                "cpu",
                                "--no-cache",
                                "--json",
                                "-n",
                                "1",
                                "how is bread baked?",
                                handbook)
                        .succeeded()
                        .out())
                .getAsJsonObject();
        String firstLine = hit.get("text").getAsString().lines().findFirst().orElseThrow();
        assertThat(Files.readAllLines(handbook).get(hit.get("line").getAsInt() - 1))
                .contains(firstLine);
    }
}
