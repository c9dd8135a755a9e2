package io.tandem.inference.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolingTest {
    @Test
    void takesTheMeanOfItsOwnRowsAtLengthOne() {
        float[] hidden = {9, 9, 1, 2, 5, 6, 9, 9};
        assertThat(Pooling.normalisedMean(hidden, 2, 2, 2)).containsExactly(0.6f, 0.8f);
    }

    @Test
    void zeroStaysZero() {
        assertThat(Pooling.normalisedMean(new float[4], 0, 2, 2)).containsExactly(0, 0);
    }
}
