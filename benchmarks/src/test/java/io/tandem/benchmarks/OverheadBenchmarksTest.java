package io.tandem.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Effort;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Race;
import io.tandem.benchmarks.harness.Row;
import io.tandem.scheduler.Devices;
import io.tandem.testkit.reference.ReferenceBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverheadBenchmarksTest {
    private static final Effort TINY = new Effort(Duration.ofMillis(2), 3, Duration.ofMillis(1));

    private static Devices reference(int threads) {
        return Devices.of(new ReferenceBackend());
    }

    private static void assertMeasured(Comparison comparison) {
        Row row = Race.of(TINY).run(comparison, () -> {});
        assertThat(row).as(row.note()).isInstanceOf(Row.Measured.class);
        assertThat(((Row.Measured) row).ours().median()).isPositive();
    }

    @Test
    void measuresPlanning() {
        assertMeasured(OverheadBenchmarks.plan(OverheadBenchmarksTest::reference, 16, 1));
    }

    @Test
    void measuresRunning() {
        assertMeasured(
                OverheadBenchmarks.run(OverheadBenchmarksTest::reference, 16, 1, new Peer.Published("elsewhere", 1)));
    }

    @Test
    void theChainComputes() {
        try (TinyNodes nodes = new TinyNodes(reference(1), 3)) {
            nodes.plan();
            nodes.run();
            assertThat(nodes.result()).hasSize(64).containsOnly(((0.5f + 0.5f) * 0.5f) + 0.5f);
        }
    }
}
