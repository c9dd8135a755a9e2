package io.tandem.inference.text;

import io.tandem.inference.text.Block.Kind;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Cuts a long block into parts: code and lists between lines, running text between sentences; where a line is too long
 * itself, between its sentences, then between words, and at last between characters.
 */
final class BlockCutter {
    private static final Pattern LIST_ITEM = Pattern.compile("\\s*([-*+|]|\\d+[.)])\\s.*");

    private final Block block;
    private final String text;
    private final int targetTokens;
    private final List<Block> parts = new ArrayList<>();
    private int start;
    private int end;
    private int counted;
    private int line;

    /** Where a text may be cut, best first. */
    private enum Cut {
        LINES,
        SENTENCES,
        WORDS,
        CHARACTERS;

        Cut finer() {
            return switch (this) {
                case LINES -> SENTENCES;
                case SENTENCES -> WORDS;
                case WORDS, CHARACTERS -> CHARACTERS;
            };
        }
    }

    private BlockCutter(Block block, int targetTokens) {
        this.block = block;
        this.text = block.text();
        this.targetTokens = targetTokens;
        this.line = block.line();
    }

    /** The parts, each of about the given length at most. */
    static List<Block> cut(Block block, int targetTokens) {
        BlockCutter cutter = new BlockCutter(block, targetTokens);
        cutter.extend(cutter.text.length(), cutter.isCutByLines() ? Cut.LINES : Cut.SENTENCES);
        cutter.flush();
        return cutter.parts;
    }

    private boolean isCutByLines() {
        return block.kind() == Kind.CODE
                || block.lines().stream()
                        .skip(1)
                        .anyMatch(line -> LIST_ITEM.matcher(line).matches());
    }

    /** Takes the text up to a position into parts, cut as given where it is too long. */
    private void extend(int to, Cut cut) {
        if (cut == Cut.CHARACTERS) {
            extendByCharacters(to);
            return;
        }
        for (int piece : boundaries(cut, start, to)) {
            if (tokens(start, piece) > targetTokens) {
                flush();
            }
            if (tokens(start, piece) > targetTokens) {
                extend(piece, cut.finer());
            }
            end = piece;
        }
    }

    /** No character is more than a few tokens, so counting characters will do. */
    private void extendByCharacters(int to) {
        while (to - start > targetTokens) {
            int step = targetTokens;
            end = Character.isHighSurrogate(text.charAt(start + step - 1)) ? start + step - 1 : start + step;
            flush();
        }
        end = to;
    }

    private List<Integer> boundaries(Cut cut, int from, int to) {
        return switch (cut) {
            case LINES -> lineEnds(from, to);
            case SENTENCES -> boundaries(BreakIterator.getSentenceInstance(Locale.ROOT), from, to);
            case WORDS -> boundaries(BreakIterator.getWordInstance(Locale.ROOT), from, to);
            case CHARACTERS -> List.of();
        };
    }

    private List<Integer> lineEnds(int from, int to) {
        List<Integer> ends = new ArrayList<>();
        for (int at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
            ends.add(at + 1);
        }
        ends.add(to);
        return ends;
    }

    /** Line breaks inside a paragraph are no boundaries, so the iterator sees spaces there. */
    private List<Integer> boundaries(BreakIterator iterator, int from, int to) {
        iterator.setText(text.substring(from, to).replace('\n', ' '));
        List<Integer> ends = new ArrayList<>();
        iterator.first();
        for (int at = iterator.next(); at != BreakIterator.DONE; at = iterator.next()) {
            ends.add(from + at);
        }
        return ends;
    }

    private int tokens(int from, int to) {
        return TokenEstimate.of(text.subSequence(from, to));
    }

    private void countLinesTo(int position) {
        while (counted < position) {
            line += text.charAt(counted) == '\n' ? 1 : 0;
            counted++;
        }
    }

    private void flush() {
        String part = text.substring(start, end);
        if (!part.isBlank()) {
            int first = start + part.length() - part.stripLeading().length();
            int lineStart = first;
            while (lineStart > start && text.charAt(lineStart - 1) != '\n') {
                lineStart--;
            }
            countLinesTo(first);
            List<String> lines =
                    text.substring(lineStart, end).stripTrailing().lines().toList();
            parts.add(new Block(block.kind(), line, lines));
        }
        start = Math.max(start, end);
    }
}
