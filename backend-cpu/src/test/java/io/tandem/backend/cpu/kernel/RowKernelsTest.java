package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 64, 80, 127, 128, 129, 200, 256})
    void rowsAgree(int length) {
        int rows = 17;
        try (Arena arena = Arena.ofConfined()) {
            // A gap after each row, and rows that do not start at multiples of a vector.
            long stride = (long) Float.BYTES * (length + 3);
            long x = Floats.random(arena, rows * (length + 3) + 1, 1).at(1);
            Floats other = Floats.random(arena, length, 2);
            for (int count = 0; count <= rows; count++) {
                Floats actual = Floats.zeros(arena, count);
                Floats expected = Floats.zeros(arena, count);
                vector.dotRows(x, stride, count, other.address(), length, actual.address());
                scalar.dotRows(x, stride, count, other.address(), length, expected.address());
                assertThat(actual.values()).containsExactly(expected.values(), within(2e-5f));
                Floats weights = Floats.random(arena, count, 3);
                Floats sums = Floats.of(arena, other.values());
                Floats expectedSums = Floats.of(arena, other.values());
                vector.addRows(x, stride, weights.address(), count, sums.address(), length);
                scalar.addRows(x, stride, weights.address(), count, expectedSums.address(), length);
                assertThat(sums.values()).containsExactly(expectedSums.values(), within(2e-5f));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 16, 150})
    void aRowWithoutWeightDoesNotCount(int length) {
        try (Arena arena = Arena.ofConfined()) {
            Floats x = Floats.zeros(arena, 2 * length);
            for (int i = 0; i < length; i++) {
                x.set(i, i % 2 == 0 ? Float.POSITIVE_INFINITY : Float.NaN);
                x.set(length + i, i);
            }
            Floats weights = Floats.of(arena, new float[] {0, 2});
            for (RowKernels kernels : new RowKernels[] {vector, scalar}) {
                Floats sums = Floats.zeros(arena, length);
                long stride = (long) Float.BYTES * length;
                kernels.addRows(x.address(), stride, weights.address(), 2, sums.address(), length);
                for (int i = 0; i < length; i++) {
                    assertThat(sums.get(i)).isEqualTo(2f * i);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 17, 70, 130})
    void infinitiesAndNaNsReachTheResult(int count) {
        for (Float special : List.of(Float.POSITIVE_INFINITY, Float.NaN)) {
            for (int place = 0; place < count; place++) {
                try (Arena arena = Arena.ofConfined()) {
                    Floats x = Floats.zeros(arena, count + 1);
                    x.set(1 + place, special);
                    assertThat(vector.sum(x.at(1), count)).isEqualTo(special);
                    assertThat(vector.sumOfSquares(x.at(1), 0, count)).isEqualTo(special);
                    assertThat(vector.max(x.at(1), count)).isEqualTo(special);
                    Floats ones = Floats.zeros(arena, count);
                    for (int i = 0; i < count; i++) {
                        ones.set(i, 1);
                    }
                    Floats product = Floats.zeros(arena, 1);
                    vector.dotRows(x.at(1), 0, 1, ones.address(), count, product.address());
                    assertThat(product.get(0)).isEqualTo(special);
                }
            }
        }
    }
}
