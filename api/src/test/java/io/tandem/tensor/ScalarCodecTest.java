package io.tandem.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScalarCodecTest {
    @Test
    void everyHalfSurvives() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = Float.float16ToFloat((short) bits);
            float back = roundTrip(DType.F16, value);
            assertThat(Float.isNaN(value) ? Float.isNaN(back) : back == value)
                    .as("half %04x", bits)
                    .isTrue();
        }
    }

    @Test
    void everyBrainFloatSurvives() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = Float.intBitsToFloat(bits << 16);
            float back = roundTrip(DType.BF16, value);
            assertThat(Float.isNaN(value) ? Float.isNaN(back) : back == value)
                    .as("bf16 %04x", bits)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x1.00p0, 0x1.00p0",
        "0x1.01p0, 0x1.00p0", // a tie goes to the even neighbour
        "0x1.03p0, 0x1.04p0",
        "0x1.0100001p0, 0x1.00p0", // too near to the tie for an f32 to tell
        "0x1.010002p0, 0x1.02p0",
        "0x1.fffffep127, Infinity",
        "-Infinity, -Infinity"
    })
    void brainFloatsRoundToNearestEven(String value, String rounded) {
        assertThat(roundTrip(DType.BF16, Float.parseFloat(value))).isEqualTo(Float.parseFloat(rounded));
    }

    @ParameterizedTest
    @CsvSource({
        "I8, 127.9, 127",
        "I8, 128, 127",
        "I8, -128.9, -128",
        "I8, -1e9, -128",
        "I8, NaN, 0",
        "I8, -0.9, 0",
        "U8, 255.5, 255",
        "U8, 256, 255",
        "U8, -1, 0",
        "U8, NaN, 0",
        "U8, 200, 200",
        "I32, 1.9, 1",
        "I32, -1.9, -1",
        "I32, 1e20, 2147483648",
        "I32, NaN, 0",
        "I32, -Infinity, -2147483648",
        "I64, 1e20, 9223372036854775807",
        "I64, -7.5, -7",
        "BOOL, 0.5, 1",
        "BOOL, -3, 1",
        "BOOL, 0, 0",
        "BOOL, -0, 0"
    })
    void integersAreCutAndSaturate(DType type, float value, float stored) {
        assertThat(roundTrip(type, value)).isEqualTo(stored);
    }

    @Test
    void anyByteButZeroIsTrue() {
        float[] value = new float[1];
        DType.BOOL.codec().decode(MemorySegment.ofArray(new byte[] {-7}), 0, value, 0, 1);
        assertThat(value[0]).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void rangesAreChecked(DType type) {
        int count = 2 * type.blockLength();
        MemorySegment one = MemorySegment.ofArray(new byte[type.blockBytes()]);
        assertThatThrownBy(() -> type.codec().decode(one, 0, new float[count], 0, count))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> type.codec().encode(new float[count], 0, one, 0, count))
                .isInstanceOf(IndexOutOfBoundsException.class);
        MemorySegment two = MemorySegment.ofArray(new byte[2 * type.blockBytes()]);
        assertThatThrownBy(() -> type.codec().decode(two, 0, new float[count], 1, count))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> type.codec().encode(new float[count], 1, two, 0, count))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Blocks of zeros, of infinities and of NaN neither throw nor write outside. */
    @ParameterizedTest
    @EnumSource(DType.class)
    void anyNumberEncodes(DType type) {
        for (float value : new float[] {0, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE}) {
            float[] values = new float[type.blockLength()];
            Arrays.fill(values, value);
            byte[] bytes = new byte[type.blockBytes() + 2];
            bytes[0] = 99;
            bytes[bytes.length - 1] = 99;
            type.codec().encode(values, 0, MemorySegment.ofArray(bytes), 1, values.length);
            assertThat(bytes[0]).isEqualTo((byte) 99);
            assertThat(bytes[bytes.length - 1]).isEqualTo((byte) 99);
        }
    }

    private static float roundTrip(DType type, float value) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[type.blockBytes()]);
        type.codec().encode(new float[] {value}, 0, bytes, 0, 1);
        float[] back = new float[1];
        type.codec().decode(bytes, 0, back, 0, 1);
        return back[0];
    }
}
