package io.tandem.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Effort;
import io.tandem.benchmarks.harness.Race;
import io.tandem.benchmarks.harness.Row;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceBenchmarksTest {
    /** One round: every run is slow as long as kernels are not compiled. */
    private static final Effort TINY = new Effort(Duration.ofMillis(2), 1, Duration.ofMillis(1));

    @Test
    void oursAndOnnxRuntimeAgree() {
        List<String> sentences = SentenceBenchmarks.sentences().subList(0, 2);
        Comparison comparison = SentenceBenchmarks.comparison(CpuDevice::devices, "two", sentences, 2, true, null, 2);
        Row row = Race.of(TINY).run(comparison, () -> {});

        assertThat(row).as(row.note()).isInstanceOf(Row.Measured.class);
        assertThat(((Row.Measured) row).ratio()).isPositive();
    }

    @Test
    void thereAreWholeBatches() {
        assertThat(SentenceBenchmarks.sentences()).hasSize(32).doesNotHaveDuplicates();
        assertThat(SentenceBenchmarks.batches(List.of("a", "b", "c"), 2))
                .containsExactly(List.of("a", "b"), List.of("c"));
    }
}
