package io.tandem.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.Device;
import io.tandem.backend.Discovery;
import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Effort;
import io.tandem.benchmarks.harness.Race;
import io.tandem.benchmarks.harness.Row;
import io.tandem.tensor.DType;
import io.tandem.testkit.reference.ReferenceBackend;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductBenchmarksTest {
    private static final Effort TINY = new Effort(Duration.ofMillis(2), 3, Duration.ofMillis(1));

    @ParameterizedTest
    @CsvSource({"F32,false", "F32,true", "F16,true", "Q8_0,true", "Q4_0,true"})
    void oursAndOpenBlasAgree(DType type, boolean isWeight) {
        Comparison product = ProductBenchmarks.Product.square(type, 64, isWeight)
                .besideOpenBlas(ProductBenchmarksTest::reference, 2, true, 0.5);
        Row row = Race.of(TINY).run(product, () -> {});

        assertThat(row).as(row.note()).isInstanceOf(Row.Measured.class);
        assertThat(((Row.Measured) row).ratio()).isPositive();
    }

    private static Device reference() {
        ReferenceBackend backend = new ReferenceBackend();
        Discovery.Found found = (Discovery.Found) backend.discover(Map.of());
        return backend.open(found.devices().getFirst(), Map.of());
    }
}
