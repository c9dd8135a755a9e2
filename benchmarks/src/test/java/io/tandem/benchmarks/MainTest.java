package io.tandem.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Side;
import io.tandem.benchmarks.harness.Unit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<Integer> threads = new ArrayList<>();

    private int run(String... arguments) {
        return new Main(this::suite, false).run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    private Suite suite(int threads) {
        this.threads.add(threads);
        return new Suite(List.of(
                comparison("apples small", true, MainTest::nothing),
                comparison("apples large", false, MainTest::nothing),
                comparison("broken", false, () -> {
                    throw new IllegalStateException("no device");
                })));
    }

    private static Comparison comparison(String name, boolean isQuick, Side.Opening ours) {
        return new Comparison(name, isQuick, Unit.GIGAFLOPS, 1e9, ours, new Peer.Published("elsewhere", 1), null);
    }

    private static Side nothing() {
        return new Side() {
            @Override
            public void run() throws InterruptedException {
                Thread.sleep(1);
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void quickTakesTheQuickOnes() {
        assertThat(run("--quick", "--threads", "3")).isZero();
        assertThat(out.toString()).contains("; 3 threads", "apples small").doesNotContain("apples large");
        assertThat(err.toString()).isEmpty();
        assertThat(threads).containsExactly(3);
    }

    @Test
    void writesJson(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("rows.json");
        assertThat(run("--quick", "--only", "app.*all", "--json", file.toString()))
                .isZero();
        assertThat(JsonParser.parseString(Files.readString(file))
                        .getAsJsonObject()
                        .getAsJsonArray("rows"))
                .hasSize(1);
    }

    @Test
    void aFailedComparisonIsExitCodeOne() {
        assertThat(run("--quick", "--only", "broken")).isEqualTo(1);
        assertThat(out.toString()).contains("failed: no device");
    }

    @Test
    void whatIsAskedForRunsThoughItIsNotQuick() {
        assertThat(run("--quick", "--only", "large")).isZero();
        assertThat(out.toString()).contains("apples large").doesNotContain("apples small");
    }

    @Test
    void refusesARegexThatMatchesNothing() {
        assertThat(run("--quick", "--only", "pears")).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("bench: --only 'pears' matches no comparison; there are: apples small, apples large, broken."
                        + " See bench --help.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void refusesAMalformedRegex() {
        assertThat(run("--only", "(")).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("is no regular expression");
    }

    @Test
    void refusesNoThreads() {
        assertThat(run("--threads", "0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("bench: --threads must be at least 1, not 0");
    }

    @Test
    void refusesUnknownOptions() {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().startsWith("bench: Unknown option: '--fast'");
    }

    @Test
    void refusesAFileThatCannotBeWrittenBeforeMeasuring(@TempDir Path folder) {
        assertThat(run("--json", folder.toString())).isEqualTo(1);
        assertThat(run("--json", folder.resolve("missing/rows.json").toString()))
                .isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("bench: cannot write "));
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void refusesJmhRegexThatMatchesNothing() {
        assertThat(run("--jmh", "pears")).isEqualTo(2);
        assertThat(err.toString()).contains("matches no JMH benchmark; there are: ", "ProductJmh.mulMat");
    }

    @Test
    void jmhGoesWithNothingElse() {
        assertThat(run("--jmh", "mulMat", "--only", "x")).isEqualTo(2);
        assertThat(err.toString()).startsWith("bench: --jmh goes with");
    }
}
