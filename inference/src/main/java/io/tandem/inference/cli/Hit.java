package io.tandem.inference.cli;

import io.tandem.inference.text.Passage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A passage and how well it answers the question.
 *
 * @param score cosine of the two vectors, at most 1
 */
record Hit(double score, Path file, Passage passage) {
    /** For people: score and place on one line, the passage below it. */
    void print(PrintWriter out) {
        out.println(String.format(Locale.ROOT, "%.3f  %s:%d", score, file, passage.line()));
        passage.text().lines().forEach(line -> out.println("    " + line.stripTrailing()));
        out.println();
    }

    /** For programs. */
    void printJson(PrintWriter out) {
        Json.line(
                out,
                json -> json.beginObject()
                        .name("score")
                        .value((float) score)
                        .name("file")
                        .value(file.toString())
                        .name("line")
                        .value(passage.line())
                        .name("text")
                        .value(passage.text())
                        .endObject());
    }
}
