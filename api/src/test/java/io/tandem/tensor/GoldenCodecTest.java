package io.tandem.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks and numbers equal ggml's, bit for bit. */
class GoldenCodecTest {
    private static final int COUNT = 8 * 512;

    static Stream<Arguments> stored() {
        return Arrays.stream(DType.values())
                .filter(type -> type.isQuantized() || type == DType.F16 || type == DType.BF16)
                .flatMap(type -> Stream.of(
                        Arguments.of(type, "input", name(type)), Arguments.of(type, "edge", name(type) + ".edge")));
    }

    private static String name(DType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("stored")
    void encodesAsGgml(DType type, String numbers, String blocks) {
        MemorySegment encoded = MemorySegment.ofArray(new byte[(int) type.rowBytes(COUNT)]);
        type.codec().encode(floats(resource(numbers)), 0, encoded, 0, COUNT);
        assertThat(encoded.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(resource(blocks));
    }

    @ParameterizedTest
    @MethodSource("stored")
    void decodesAsGgml(DType type, String numbers, String blocks) {
        float[] decoded = new float[COUNT];
        type.codec().decode(MemorySegment.ofArray(resource(blocks)), 0, decoded, 0, COUNT);
        assertThat(decoded).isEqualTo(floats(resource(blocks + ".dequant")));
    }

    @ParameterizedTest
    @MethodSource("stored")
    void worksOnPartsOfMemory(DType type, String numbers, String blocks) {
        int block = type.blockLength();
        byte[] stored = resource(blocks);
        float[] decoded = new float[3 * block];
        type.codec().decode(MemorySegment.ofArray(stored), type.rowBytes(5L * block), decoded, block, block);
        float[] expected = floats(resource(blocks + ".dequant"));
        for (int i = 0; i < block; i++) {
            assertThat(decoded[i]).isZero();
            assertThat(decoded[block + i]).isEqualTo(expected[5 * block + i]);
            assertThat(decoded[2 * block + i]).isZero();
        }
    }

    private static byte[] resource(String name) {
        try (InputStream stream = GoldenCodecTest.class.getResourceAsStream("golden/" + name + ".bin")) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static float[] floats(byte[] bytes) {
        return MemorySegment.ofArray(bytes)
                .toArray(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    }
}
