package io.tandem.benchmarks.harness;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a run, for programs.
 *
 * @param machine where it ran
 * @param threads of each side
 * @param rows in the table's order
 */
public record Report(Machine machine, int threads, List<Row> rows) {
    /** Copies the rows. */
    public Report {
        rows = List.copyOf(rows);
    }

    /** Writes it as JSON. */
    public void write(Path file) throws IOException {
        try (JsonWriter json = new JsonWriter(Files.newBufferedWriter(file))) {
            json.setFormattingStyle(FormattingStyle.PRETTY);
            json.setSerializeNulls(true);
            json.setHtmlSafe(false);
            json.beginObject();
            json.name("processor").value(machine.processor());
            json.name("processors").value(machine.processors());
            json.name("system").value(machine.system());
            json.name("java").value(machine.java());
            json.name("threads").value(threads);
            json.name("rows").beginArray();
            for (Row row : rows) {
                write(row, json);
            }
            json.endArray();
            json.endObject();
        }
    }

    private static void write(Row row, JsonWriter json) throws IOException {
        Comparison comparison = row.comparison();
        Row.@Nullable Measured measured = row instanceof Row.Measured m ? m : null;
        Goal goal = comparison.goal();
        json.beginObject();
        json.name("name").value(comparison.name());
        json.name("unit").value(comparison.unit().symbol());
        json.name("ours").value(median(measured == null ? null : measured.ours()));
        json.name("peer").value(median(measured == null ? null : measured.peer()));
        json.name("ratio").value(measured == null || measured.peer() == null ? null : measured.ratio());
        json.name("goal").value(goal == null ? null : goal.text());
        json.name("met").value(measured == null ? null : measured.isMet());
        json.name("peerName").value(comparison.peer().name());
        json.name("peerPublished").value(comparison.peer() instanceof Peer.Published);
        json.name("oursSpread").value(spread(measured == null ? null : measured.ours()));
        json.name("peerSpread").value(spread(measured == null ? null : measured.peer()));
        json.name("failed").value(measured == null);
        json.name("note").value(row.note());
        json.endObject();
    }

    private static @Nullable Double median(@Nullable Samples samples) {
        return samples == null ? null : samples.median();
    }

    private static @Nullable Double spread(@Nullable Samples samples) {
        return samples == null ? null : samples.spread();
    }
}
