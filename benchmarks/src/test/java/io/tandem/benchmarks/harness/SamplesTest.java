package io.tandem.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void theMedianIsTheMiddleFigure() {
        assertThat(new Samples(List.of(9.0, 1.0, 3.0)).median()).isEqualTo(3);
        assertThat(new Samples(List.of(4.0, 1.0, 2.0, 9.0)).median()).isEqualTo(3);
        assertThat(new Samples(List.of(7.0)).median()).isEqualTo(7);
    }

    @Test
    void oneOutlierDoesNotMakeTheSpreadLarge() {
        assertThat(new Samples(List.of(10.0, 10.0, 10.0, 10.0, 99.0)).spread()).isZero();
        assertThat(new Samples(List.of(8.0, 9.0, 10.0, 11.0, 12.0)).spread()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void thereIsAtLeastOne() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Samples(List.of()));
    }
}
