package io.tandem.inference.text;

import java.util.List;

/**
 * Lines that belong together.
 *
 * @param kind what they are
 * @param line the file's line of the first, from 1
 * @param lines the lines, without their breaks
 */
record Block(Kind kind, int line, List<String> lines) {
    /** What the lines of a block are. */
    enum Kind {
        /** A heading; its text is what follows the marks. */
        HEADING,
        /** Running text or a list. */
        TEXT,
        /** Lines that are no sentences: between fences, indented, or of a file that is no prose. */
        CODE
    }

    String text() {
        return String.join("\n", lines);
    }

    int tokens() {
        return TokenEstimate.of(text());
    }

    /** Text that ends with a colon announces the next block. */
    boolean announcesNext() {
        return kind == Kind.TEXT && lines.getLast().stripTrailing().endsWith(":");
    }
}
