package io.tandem.inference.text;

import io.tandem.inference.text.Block.Kind;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Cuts a long block into parts: running text between sentences, lists between items and code between lines; where
 * one of those is too long itself, between words, and at last between characters.
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

    private BlockCutter(Block block, int targetTokens) {
        this.block = block;
        this.text = block.text();
        this.targetTokens = targetTokens;
        this.line = block.line();
    }

    /** The parts, each of about the given length at most. */
    static List<Block> cut(Block block, int targetTokens) {
        BlockCutter cutter = new BlockCutter(block, targetTokens);
        for (int piece : cutter.isCutByLines() ? cutter.lineEnds() : cutter.sentenceEnds()) {
            cutter.extendTo(piece);
        }
        cutter.flush();
        return cutter.parts;
    }

    private boolean isCutByLines() {
        return block.kind() == Kind.CODE
                || block.lines().stream()
                        .skip(1)
                        .anyMatch(line -> LIST_ITEM.matcher(line).matches());
    }

    private List<Integer> lineEnds() {
        List<Integer> ends = new ArrayList<>();
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            ends.add(at + 1);
        }
        ends.add(text.length());
        return ends;
    }

    private List<Integer> sentenceEnds() {
        return boundaries(BreakIterator.getSentenceInstance(Locale.ROOT), 0, text.length());
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

    private void extendTo(int pieceEnd) {
        if (tokens(start, pieceEnd) <= targetTokens) {
            end = pieceEnd;
        } else {
            flush();
            if (tokens(start, pieceEnd) > targetTokens) {
                splitWords(pieceEnd);
            } else {
                end = pieceEnd;
            }
        }
    }

    private void splitWords(int pieceEnd) {
        for (int wordEnd : boundaries(BreakIterator.getWordInstance(Locale.ROOT), start, pieceEnd)) {
            if (tokens(start, wordEnd) > targetTokens) {
                flush();
                splitCharacters(wordEnd);
            }
            end = wordEnd;
        }
    }

    private void splitCharacters(int wordEnd) {
        while (wordEnd - start > targetTokens) {
            int step = targetTokens;
            end = Character.isHighSurrogate(text.charAt(start + step - 1)) ? start + step - 1 : start + step;
            flush();
        }
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
            String stripped = part.strip();
            countLinesTo(start + part.indexOf(stripped));
            parts.add(new Block(block.kind(), line, stripped.lines().toList()));
        }
        start = Math.max(start, end);
    }
}
