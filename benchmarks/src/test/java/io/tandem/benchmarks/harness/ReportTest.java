package io.tandem.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Comparison PRODUCT =
            comparison("mul_mat", Unit.GIGAFLOPS, measuredPeer(), new Goal.Ratio(0.6));
    private static final Comparison PLAN =
            comparison("plan", Unit.NANOSECONDS_PER_NODE, new Peer.Published("ggml", 177), null);

    private static final List<Row> ROWS = List.of(
            new Row.Measured(PRODUCT, new Samples(List.of(80.0, 100.0, 120.0)), new Samples(List.of(200.0)), null),
            new Row.Measured(PLAN, new Samples(List.of(354.0)), new Samples(List.of(177.0)), null),
            new Row.Measured(PRODUCT, new Samples(List.of(100.0)), null, "no library"),
            new Row.Failed(PRODUCT, new IllegalStateException("no device")));

    private static Peer measuredPeer() {
        return new Peer.Measured("OpenBLAS", () -> {
            throw new AssertionError("nobody runs it here");
        });
    }

    private static Comparison comparison(String name, Unit unit, Peer peer, Goal goal) {
        Side.Opening unused = () -> {
            throw new AssertionError("nobody runs it here");
        };
        return new Comparison(name, true, unit, 1, unused, peer, goal);
    }

    @Test
    void theTableShowsFiguresRatiosAndGoals() {
        StringWriter text = new StringWriter();
        Table table = new Table(new PrintWriter(text), List.of(PRODUCT, PLAN));
        table.header();
        ROWS.forEach(table::row);
        table.footer();

        assertThat(text.toString().lines())
                .containsExactly(
                        "name           ours        peer   unit          ratio  goal                  peer's name and notes",
                        "mul_mat       100.0       200.0   GFLOP/s        0.50  ratio >= 0.60 missed  OpenBLAS; noisy machine: ours varies by 20 %",
                        "plan          354.0       177.0*  ns/node        0.50                        ggml",
                        "mul_mat       100.0           -   GFLOP/s           -  ratio >= 0.60         OpenBLAS; peer missing: no library",
                        "mul_mat           -           -   GFLOP/s           -                        failed: no device",
                        "",
                        "* published figure, measured elsewhere: for orientation");
    }

    @Test
    void jsonHasOneObjectForEachRow(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("rows.json");
        new Report(new Machine("Fast \"one\"", 2, "Linux", "25"), 2, ROWS).write(file);

        JsonObject report = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        assertThat(report.get("processor").getAsString()).isEqualTo("Fast \"one\"");
        assertThat(report.get("threads").getAsInt()).isEqualTo(2);
        List<String> rows = report.getAsJsonArray("rows").asList().stream()
                .map(row -> row.getAsJsonObject().toString())
                .toList();
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0))
                .isEqualTo("{\"name\":\"mul_mat\",\"unit\":\"GFLOP/s\",\"ours\":100.0,\"peer\":200.0,\"ratio\":0.5,"
                        + "\"goal\":\"ratio >= 0.60\",\"met\":false,\"peerName\":\"OpenBLAS\",\"peerPublished\":false,"
                        + "\"oursSpread\":0.2,\"peerSpread\":0.0,\"failed\":false,"
                        + "\"note\":\"noisy machine: ours varies by 20 %\"}");
        assertThat(rows.get(1)).contains("\"goal\":null,\"met\":null", "\"peerPublished\":true");
        assertThat(rows.get(2)).contains("\"peer\":null,\"ratio\":null,", "\"met\":null");
        assertThat(rows.get(3)).contains("\"ours\":null", "\"failed\":true,\"note\":\"failed: no device\"");
    }
}
