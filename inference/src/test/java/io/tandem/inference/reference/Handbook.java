package io.tandem.inference.reference;

import io.tandem.inference.text.Passage;
import io.tandem.inference.text.PassageSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The fixed text of about 2,000 words and its ten questions. */
public final class Handbook {
    private Handbook() {}

    /** A question and words of the passage that answers it. */
    public record Question(String text, String answer) {}

    /** The text, as Markdown. */
    public static String text() throws IOException {
        return resource("handbook.md");
    }

    public static List<Passage> passages() throws IOException {
        return PassageSplitter.split("handbook.md", text().lines().toList());
    }

    public static List<Question> questions() throws IOException {
        return resource("handbook-questions.tsv")
                .lines()
                .map(line -> line.split("\t"))
                .map(fields -> new Question(fields[0], fields[1]))
                .toList();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Handbook.class.getResourceAsStream("/io/tandem/inference/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
