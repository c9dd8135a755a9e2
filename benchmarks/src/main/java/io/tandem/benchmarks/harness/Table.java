package io.tandem.benchmarks.harness;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints rows as they come, for people. */
public final class Table {
    private static final String PUBLISHED = "*";

    private final PrintWriter out;
    private final String layout;
    private boolean hasPublished;

    /** A table wide enough for the names of {@code comparisons}. */
    public Table(PrintWriter out, List<Comparison> comparisons) {
        this.out = out;
        int widest = comparisons.stream().mapToInt(c -> c.name().length()).max().orElse(0);
        this.layout = "%-" + Math.max(widest, 4) + "s  %10s  %10s%1s  %-11s  %6s  %-21s %s";
    }

    /** Prints the names of the columns. */
    public void header() {
        print("name", "ours", "peer", "", "unit", "ratio", "goal", "peer's name and notes");
    }

    /** Prints one row. */
    public void row(Row row) {
        Comparison comparison = row.comparison();
        String unit = comparison.unit().symbol();
        switch (row) {
            case Row.Measured measured ->
                print(
                        comparison.name(),
                        figure(measured.ours()),
                        figure(measured.peer()),
                        mark(comparison),
                        unit,
                        measured.peer() == null ? "-" : String.format(Locale.ROOT, "%.2f", measured.ratio()),
                        goal(measured),
                        remarks(comparison.peer().name(), row.note()));
            case Row.Failed failed -> print(comparison.name(), "-", "-", "", unit, "-", "", failed.note());
        }
    }

    /** Explains the marks, if there were any. */
    public void footer() {
        if (hasPublished) {
            out.println();
            out.println(PUBLISHED + " published figure, measured elsewhere: for orientation");
            out.flush();
        }
    }

    private void print(Object... cells) {
        out.println(String.format(Locale.ROOT, layout, cells).stripTrailing());
        out.flush();
    }

    private String mark(Comparison comparison) {
        boolean isPublished = comparison.peer() instanceof Peer.Published;
        hasPublished |= isPublished;
        return isPublished ? PUBLISHED : "";
    }

    private static String figure(@Nullable Samples samples) {
        return samples == null ? "-" : String.format(Locale.ROOT, "%.1f", samples.median());
    }

    private static String goal(Row.Measured row) {
        Goal goal = row.comparison().goal();
        if (goal == null) {
            return "";
        }
        Boolean isMet = row.isMet();
        return goal.text() + (isMet == null ? "" : isMet ? " met" : " missed");
    }

    private static String remarks(String peer, String note) {
        return note.isEmpty() ? peer : peer + "; " + note;
    }
}
