package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final TensorLayout LAYOUT = TensorLayout.of(DType.F32, Shape.of(3));

    @Test
    void errorsAreRelativeToTheSizeOfTheResult() {
        check(1e-6, new float[] {1000, 0, 0}, new float[] {1000.9f, 0, 0});
        fails(1e-6, "1.", new float[] {1000, 0, 0}, new float[] {1001.1f, 0, 0});
    }

    @Test
    void zerosAreComparedAbsolutely() {
        check(1e-6, new float[3], new float[] {0, 0.0009f, 0});
        fails(1e-6, "above 1.0E-6", new float[3], new float[] {0, 0.0011f, 0});
    }

    @Test
    void whatIsNotFiniteIsEqual() {
        float infinity = Float.POSITIVE_INFINITY;
        check(1e-6, new float[] {infinity, Float.NaN, 1}, new float[] {infinity, Float.NaN, 1});
        fails(1, "Element 0 is -Infinity instead of Infinity", new float[] {infinity, 0, 1}, new float[] {
            -infinity, 0, 1
        });
        fails(1, "Element 1 is NaN instead of 0.0", new float[] {1, 0, 1}, new float[] {1, Float.NaN, 1});
        fails(1, "Element 1 is 3.0 instead of NaN", new float[] {1, Float.NaN, 1}, new float[] {1, 3, 1});
        fails(1, "Element 2 is Infinity instead of 1.0", new float[] {1, 0, 1}, new float[] {1, 0, infinity});
    }

    @Test
    void bitsAreComparedWhereTheBoundIsZero() {
        check(0, new float[] {1, 2, 3}, new float[] {1, 2, 3});
        fails(0, "Bits differ in element 1: 2.0000002 instead of 2.0", new float[] {1, 2, 3}, new float[] {
            1, 2.0000002f, 3
        });
    }

    @Test
    void theWorstElementIsNamed() {
        fails(1e-9, "worst at element 2: 4.0 instead of 3.0", new float[] {1, 2, 3}, new float[] {1.5f, 2, 4});
    }

    private static void check(double bound, float[] expected, float[] actual) {
        assertThatCode(() ->
                        Comparison.check(LAYOUT, MemorySegment.ofArray(expected), MemorySegment.ofArray(actual), bound))
                .doesNotThrowAnyException();
    }

    private static void fails(double bound, String message, float[] expected, float[] actual) {
        assertThatThrownBy(() ->
                        Comparison.check(LAYOUT, MemorySegment.ofArray(expected), MemorySegment.ofArray(actual), bound))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }
}
