package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowKernelsTest {
    private final RowKernels vector = new VectorRowKernels();
    private final RowKernels scalar = new ScalarRowKernels();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 15, 16, 17, 31, 32, 33, 48, 384, 1001})
    void vectorsAgreeWithScalars(int count) {
        try (Arena arena = Arena.ofConfined()) {
            long x = Floats.random(arena, count, 1).address();
            long other = Floats.random(arena, count, 2).address();
            assertThat(vector.sum(x, count)).isCloseTo(scalar.sum(x, count), within(1e-4f));
            assertThat(vector.sumOfSquares(x, 0.25f, count))
                    .isCloseTo(scalar.sumOfSquares(x, 0.25f, count), within(1e-3f));
            assertThat(vector.max(x, count)).isEqualTo(scalar.max(x, count));
            Floats actual = Floats.zeros(arena, count);
            Floats expected = Floats.zeros(arena, count);
            vector.shiftAndScale(x, 0.5f, 3f, actual.address(), count);
            scalar.shiftAndScale(x, 0.5f, 3f, expected.address(), count);
            assertThat(actual.values()).isEqualTo(expected.values());
            vector.mix(x, 0.5f, other, 3f, actual.address(), count);
            scalar.mix(x, 0.5f, other, 3f, expected.address(), count);
            assertThat(actual.values()).isEqualTo(expected.values());
            float sum = vector.expAndSum(x, 1f, actual.address(), count);
            assertThat(sum).isCloseTo(scalar.expAndSum(x, 1f, expected.address(), count), within(1e-3f));
            assertThat(actual.values()).containsExactly(expected.values(), within(2e-7f));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 17, 64})
    void rotationsAgree(int count) {
        try (Arena arena = Arena.ofConfined()) {
            Floats x = Floats.random(arena, count, 1);
            Floats y = Floats.random(arena, count, 2);
            Floats cosines = Floats.random(arena, count, 3);
            Floats sines = Floats.random(arena, count, 4);
            Floats x2 = Floats.zeros(arena, count);
            Floats y2 = Floats.zeros(arena, count);
            scalar.rotate(
                    x.address(), y.address(), cosines.address(), sines.address(), x2.address(), y2.address(), count);
            // In place.
            vector.rotate(
                    x.address(), y.address(), cosines.address(), sines.address(), x.address(), y.address(), count);
            assertThat(x.values()).isEqualTo(x2.values());
            assertThat(y.values()).isEqualTo(y2.values());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void minusInfinityHasNoWeight(int count) {
        try (Arena arena = Arena.ofConfined()) {
            float[] values = new float[count];
            values[1] = Float.NEGATIVE_INFINITY;
            Floats x = Floats.of(arena, values);
            assertThat(vector.expAndSum(x.address(), 0f, x.address(), count)).isEqualTo(count - 1f);
            assertThat(x.get(1)).isZero();
        }
    }
}
