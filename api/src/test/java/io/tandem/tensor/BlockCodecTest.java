package io.tandem.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What all block types have in common, beyond the data that ggml made. */
class BlockCodecTest {
    private static final int COUNT = 2048;

    static Stream<DType> blockTypes() {
        return Arrays.stream(DType.values()).filter(DType::isQuantized);
    }

    /** The error of uniform numbers from −1 to 1: a step of the type's bits, squared, over 12, at best. */
    @ParameterizedTest
    @CsvSource({
        "Q4_0, 0.039",
        "Q4_1, 0.036",
        "Q5_0, 0.019",
        "Q5_1, 0.0175",
        "Q8_0, 0.0023",
        "Q2_K, 0.14",
        "Q3_K, 0.075",
        "Q4_K, 0.033",
        "Q5_K, 0.0165",
        "Q6_K, 0.008",
        "IQ4_NL, 0.038",
        "IQ4_XS, 0.039",
        "MXFP4, 0.086"
    })
    void errorsAreThoseOfTheBits(DType type, double bound) {
        float[] values = uniform(COUNT, 7);
        float[] back = roundTrip(type, values);
        double error = 0;
        for (int i = 0; i < COUNT; i++) {
            error += Math.pow(back[i] - values[i], 2);
        }
        assertThat(Math.sqrt(error / COUNT)).isLessThan(bound).isGreaterThan(bound / 2);
    }

    @ParameterizedTest
    @MethodSource("blockTypes")
    void zerosStayZeros(DType type) {
        for (float zero : new float[] {0, -0f}) {
            float[] values = new float[type.blockLength()];
            Arrays.fill(values, zero);
            for (float back : roundTrip(type, values)) {
                assertThat(back == 0).as("zero or −0").isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("blockTypes")
    void constantBlocksKeepTheirValue(DType type) {
        float error = type == DType.MXFP4 ? 0.2f : 0.02f;
        for (float constant : new float[] {1, -1, 0.75f, -0.75f, 300}) {
            float[] values = new float[type.blockLength()];
            Arrays.fill(values, constant);
            for (float back : roundTrip(type, values)) {
                assertThat(back).isCloseTo(constant, within(Math.abs(constant) * error));
            }
        }
    }

    /** Every sum of the searches scales with its elements, exactly, so the same quants come out. */
    @ParameterizedTest
    @MethodSource("blockTypes")
    void powersOfTwoScaleTheResult(DType type) {
        float[] values = uniform(COUNT, 8);
        float[] back = roundTrip(type, values);
        for (float factor : new float[] {64, 0.5f}) {
            float[] scaled = roundTrip(type, scaled(values, factor));
            assertThat(scaled).isEqualTo(scaled(back, factor));
        }
    }

    /** Not those with a minimum, nor Q3_K, which improves its first guess only where the largest element is negative. */
    @ParameterizedTest
    @EnumSource(names = {"Q4_0", "Q5_0", "Q8_0", "Q6_K", "IQ4_NL", "IQ4_XS", "MXFP4"})
    void signsTurnTheResult(DType type) {
        float[] values = uniform(COUNT, 9);
        float[] turned = roundTrip(type, scaled(values, -1));
        float[] back = roundTrip(type, values);
        for (int i = 0; i < COUNT; i++) {
            assertThat(turned[i] == -back[i]).as("element " + i).isTrue();
        }
    }

    /** A block by itself or among others: blocks know nothing of each other. */
    @ParameterizedTest
    @MethodSource("blockTypes")
    void blocksAreIndependent(DType type) {
        float[] values = uniform(COUNT, 10);
        float[] back = roundTrip(type, values);
        int length = type.blockLength();
        for (int from = 0; from < COUNT; from += length) {
            float[] one = roundTrip(type, Arrays.copyOfRange(values, from, from + length));
            assertThat(one).isEqualTo(Arrays.copyOfRange(back, from, from + length));
        }
    }

    /** One large element among small ones, tiny and huge elements: nothing overflows where F16 scales do not. */
    @ParameterizedTest
    @MethodSource("blockTypes")
    void oddBlocksStayFinite(DType type) {
        float[] values = uniform(type.blockLength(), 11);
        for (float extreme : new float[] {100, -100, 5e4f, -5e4f, 1e-20f, -1e-30f, Float.MIN_VALUE}) {
            for (int place : new int[] {0, type.blockLength() / 2, type.blockLength() - 1}) {
                float[] odd = values.clone();
                odd[place] = extreme;
                for (float back : roundTrip(type, odd)) {
                    assertThat(back).isFinite();
                }
                Arrays.fill(odd, extreme);
                for (float back : roundTrip(type, odd)) {
                    assertThat(back).isFinite();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("blockTypes")
    void anyBytesAreABlock(DType type) {
        SplittableRandom random = new SplittableRandom(12);
        byte[] bytes = new byte[type.blockBytes()];
        float[] values = new float[type.blockLength()];
        for (int i = 0; i < 1000; i++) {
            random.nextBytes(bytes);
            type.codec().decode(MemorySegment.ofArray(bytes), 0, values, 0, values.length);
        }
        assertThat(values).hasSize(type.blockLength());
    }

    private static float[] uniform(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }

    private static float[] scaled(float[] values, float factor) {
        float[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return scaled;
    }

    private static float[] roundTrip(DType type, float[] values) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[(int) type.rowBytes(values.length)]);
        type.codec().encode(values, 0, bytes, 0, values.length);
        float[] back = new float[values.length];
        type.codec().decode(bytes, 0, back, 0, values.length);
        return back;
    }
}
