package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementKernelsTest {
    private static final float[] SPECIAL = {
        0f,
        -0f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MAX_VALUE,
        1e-40f,
        88.5f,
        88.72f,
        88.8f,
        -87.5f,
        -100f,
        -103.5f,
        -104.5f,
        0.5f,
        -0.5f,
        1.5f,
        -1.5f,
        2.5f,
        8388607.5f,
        1e9f,
        20f,
        -20f,
        1f,
        -1f,
        3.9f,
        4.1f,
        0.625f,
        -0.625f,
        40000f
    };

    private final ElementKernels vector = new VectorElementKernels();
    private final ElementKernels scalar = new ScalarElementKernels();

    @ParameterizedTest
    @EnumSource
    void vectorsAgreeWithScalars(UnaryFunction function) {
        try (Arena arena = Arena.ofConfined()) {
            float[] values = new float[100_003];
            Random random = new Random(7);
            for (int i = 0; i < values.length; i++) {
                values[i] = i < SPECIAL.length
                        ? SPECIAL[i]
                        : switch (i % 4) {
                            case 0 -> random.nextFloat() * 2 - 1;
                            case 1 -> random.nextFloat() * 20 - 10;
                            case 2 -> random.nextFloat() * 160 - 80;
                            default -> (float) random.nextGaussian() * 1000;
                        };
            }
            Floats x = Floats.of(arena, values);
            Floats actual = Floats.zeros(arena, values.length);
            Floats expected = Floats.zeros(arena, values.length);
            vector.unary(function, 0.3f, 0.7f, x.address(), actual.address(), values.length);
            scalar.unary(function, 0.3f, 0.7f, x.address(), expected.address(), values.length);
            assertAllClose(function.name(), values, actual.values(), expected.values());
        }
    }

    private static void assertAllClose(String what, float[] x, float[] actual, float[] expected) {
        for (int i = 0; i < x.length; i++) {
            assertClose(what, x[i], actual[i], expected[i]);
        }
    }

    private static void assertClose(String what, float x, float actual, float expected) {
        // Activations fall off exponentially: there the rounding of the argument counts. Below 1e-36 all may become
        // zero.
        double allowed = 3e-7 * Math.abs((double) expected) + 1e-36;
        if (what.startsWith("GELU") || what.equals("SILU")) {
            allowed += 6e-8 * Math.min(Math.abs(x), 100);
        }
        boolean close = actual == expected
                || (Float.isNaN(actual) && Float.isNaN(expected))
                || Math.abs((double) actual - expected) <= allowed;
        assertThat(close)
                .as(() -> what + " of " + x + " is " + actual + ", not " + expected)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void lengthAndPlaceDoNotMatter(UnaryFunction function) {
        try (Arena arena = Arena.ofConfined()) {
            Floats x = Floats.random(arena, 70, 3);
            Floats whole = Floats.zeros(arena, 70);
            vector.unary(function, 0.3f, 0.7f, x.address(), whole.address(), 70);
            for (int count = 0; count < 70; count++) {
                Floats part = Floats.of(arena, x.values());
                int from = 70 - count;
                vector.unary(function, 0.3f, 0.7f, part.at(from), part.at(from), count);
                float[] expected = whole.values();
                System.arraycopy(x.values(), 0, expected, 0, from);
                assertThat(part.values()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void binaryFormsAgree(BinaryFunction function) {
        try (Arena arena = Arena.ofConfined()) {
            for (int count : new int[] {0, 1, 15, 16, 17, 70, 1000}) {
                Floats a = Floats.random(arena, count, 5);
                Floats b = Floats.random(arena, count, 6);
                Floats actual = Floats.zeros(arena, count);
                Floats expected = Floats.zeros(arena, count);
                vector.binary(function, a.address(), b.address(), actual.address(), count);
                scalar.binary(function, a.address(), b.address(), expected.address(), count);
                assertThat(actual.values()).isEqualTo(expected.values());
                vector.binaryScalar(function, a.address(), 0.37f, actual.address(), count);
                scalar.binaryScalar(function, a.address(), 0.37f, expected.address(), count);
                assertThat(actual.values()).isEqualTo(expected.values());
            }
        }
    }

    @Test
    void theScalarErrorFunctionIsExact() {
        // Abramowitz and Stegun, table 7.1.
        assertThat(ScalarMath.apply(UnaryFunction.ERF, 0, 0, 0.5f)).isCloseTo(0.5204999f, within(1e-7f));
        assertThat(ScalarMath.apply(UnaryFunction.ERF, 0, 0, 1f)).isCloseTo(0.8427008f, within(1e-7f));
        assertThat(ScalarMath.apply(UnaryFunction.ERF, 0, 0, -2f)).isCloseTo(-0.9953223f, within(1e-7f));
    }
}
