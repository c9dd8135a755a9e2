package io.tandem.inference.text;

import io.tandem.inference.text.Block.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds headings, fenced code and paragraphs in lines of Markdown or of plain text. */
final class BlockReader {
    private static final Pattern HEADING = Pattern.compile(" {0,3}#{1,6}\\s+(\\S.*?)\\s*#*\\s*");
    private static final Pattern UNDERLINE = Pattern.compile("(={3,}|-{3,})\\s*");
    private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}|~{3,}).*");

    private final List<String> lines;
    private final boolean isMarkdown;
    private final List<Block> blocks = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    private int next;

    private BlockReader(List<String> lines, boolean isMarkdown) {
        this.lines = lines;
        this.isMarkdown = isMarkdown;
    }

    /** The blocks of a text; only Markdown has headings and fences, elsewhere a number sign starts a comment. */
    static List<Block> read(List<String> lines, boolean isMarkdown) {
        BlockReader reader = new BlockReader(lines, isMarkdown);
        while (reader.next < lines.size()) {
            reader.readLine();
        }
        reader.endText();
        return reader.blocks;
    }

    private void readLine() {
        String line = lines.get(next);
        if (line.isBlank()) {
            endText();
            next++;
        } else if (isMarkdown && FENCE.matcher(line).matches()) {
            endText();
            readFenced(line.strip().substring(0, 3));
        } else if (isMarkdown && readHeading(line)) {
            next++;
        } else {
            open.add(line);
            next++;
        }
    }

    private boolean readHeading(String line) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
            endText();
            blocks.add(new Block(Kind.HEADING, next + 1, List.of(heading.group(1))));
            return true;
        }
        if (open.size() == 1 && UNDERLINE.matcher(line).matches()) {
            blocks.add(new Block(Kind.HEADING, next, List.of(open.getFirst().strip())));
            open.clear();
            return true;
        }
        return false;
    }

    private void readFenced(String fence) {
        int start = next++;
        while (next < lines.size() && !lines.get(next).strip().startsWith(fence)) {
            next++;
        }
        next = Math.min(next + 1, lines.size());
        blocks.add(new Block(Kind.CODE, start + 1, List.copyOf(lines.subList(start, next))));
    }

    private boolean isIndented(String line) {
        return line.startsWith("    ") || line.startsWith("\t");
    }

    private void endText() {
        if (!open.isEmpty()) {
            Kind kind = isMarkdown && !open.stream().allMatch(this::isIndented) ? Kind.TEXT : Kind.CODE;
            blocks.add(new Block(kind, next - open.size() + 1, List.copyOf(open)));
            open.clear();
        }
    }
}
