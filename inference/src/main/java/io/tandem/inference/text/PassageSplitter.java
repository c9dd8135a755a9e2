package io.tandem.inference.text;

import io.tandem.inference.text.Block.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Splits a text into passages of one thought each: short enough for a model to read whole, long enough to mean
 * something. Headings stay with what follows, an announcing paragraph with its list or code, code in one piece where
 * it is short; a long paragraph is cut between sentences.
 */
public final class PassageSplitter {
    /** Passages are filled up to here. Small models tell short passages apart best. */
    static final int TARGET_TOKENS = 110;

    /** No passage is longer. */
    static final int MAX_TOKENS = 220;

    private static final Set<String> MARKDOWN = Set.of("", "md", "markdown", "mdx", "txt", "text");

    private final List<Passage> passages = new ArrayList<>();
    private final List<Block> open = new ArrayList<>();
    private int openTokens;

    private PassageSplitter() {}

    /**
     * The passages of a text, in its order.
     *
     * @param fileName the name of the file it comes from: its extension tells Markdown and plain text from code
     * @param lines its lines
     */
    public static List<Passage> split(String fileName, List<String> lines) {
        PassageSplitter splitter = new PassageSplitter();
        String extension = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        boolean isMarkdown = fileName.indexOf('.') < 0 || MARKDOWN.contains(extension);
        BlockReader.read(lines, isMarkdown).forEach(splitter::add);
        splitter.flush();
        return List.copyOf(splitter.passages);
    }

    private void add(Block block) {
        if (block.kind() == Kind.HEADING) {
            if (!holdsOnlyHeadings()) {
                flush();
            }
            append(block);
            return;
        }
        int tokens = block.tokens();
        boolean belongsToLast = !open.isEmpty() && open.getLast().announcesNext();
        int limit = belongsToLast || holdsOnlyHeadings() ? MAX_TOKENS : TARGET_TOKENS;
        if (openTokens + tokens <= limit) {
            append(block);
        } else if (tokens <= MAX_TOKENS && !holdsOnlyHeadings()) {
            flush();
            append(block);
        } else {
            split(block);
        }
    }

    private void append(Block block) {
        open.add(block);
        openTokens += block.tokens();
    }

    private boolean holdsOnlyHeadings() {
        return open.stream().allMatch(block -> block.kind() == Kind.HEADING);
    }

    /** A block too long for one passage; what is open so far goes before its first part where that is a heading. */
    private void split(Block block) {
        if (!holdsOnlyHeadings()) {
            flush();
        }
        for (Block part : BlockCutter.cut(block, TARGET_TOKENS)) {
            append(part);
            flush();
        }
    }

    private void flush() {
        if (!open.isEmpty()) {
            String text = String.join("\n", open.stream().map(Block::text).toList());
            passages.add(new Passage(open.getFirst().line(), text));
        }
        open.clear();
        openTokens = 0;
    }
}
