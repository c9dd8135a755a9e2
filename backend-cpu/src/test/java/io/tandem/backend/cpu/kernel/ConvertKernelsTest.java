package io.tandem.backend.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConvertKernelsTest {
    private final ConvertKernels vector = new VectorConvertKernels();
    private final ConvertKernels scalar = new ScalarConvertKernels();

    @ParameterizedTest
    @EnumSource(DType.class)
    void kernelsAgreeWithTheCodec(DType type) {
        try (Arena arena = Arena.ofConfined()) {
            for (int blocks : new int[] {1, 3, 40, 67}) {
                int count = blocks * type.blockLength();
                Floats x = Floats.random(arena, count, blocks);
                MemorySegment stored = arena.allocate(type.rowBytes(count), 64);
                float[] expected = new float[count];
                type.codec().encode(x.values(), 0, stored, 0, count);
                type.codec().decode(stored, 0, expected, 0, count);
                for (ConvertKernels kernels : new ConvertKernels[] {vector, scalar}) {
                    MemorySegment actual = arena.allocate(type.rowBytes(count), 64);
                    kernels.encode(type, x.address(), actual.address(), count);
                    assertThat(actual.mismatch(stored)).isEqualTo(-1);
                    Floats y = Floats.zeros(arena, count);
                    kernels.decode(type, stored.address(), y.address(), count);
                    assertThat(y.values()).isEqualTo(expected);
                }
            }
        }
    }

    /** Any bytes are blocks: every scale, infinite ones and NaN included, and every quant. */
    @ParameterizedTest
    @EnumSource(DType.class)
    void anyBytesDecodeAsWithTheCodec(DType type) {
        int count = 512 * type.blockLength();
        byte[] bytes = new byte[(int) type.rowBytes(count)];
        new Random(5).nextBytes(bytes);
        float[] expected = new float[count];
        type.codec().decode(MemorySegment.ofArray(bytes), 0, expected, 0, count);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stored = arena.allocate(bytes.length, 64);
            stored.copyFrom(MemorySegment.ofArray(bytes));
            Floats y = Floats.zeros(arena, count);
            vector.decode(type, stored.address(), y.address(), count);
            for (int i = 0; i < count; i++) {
                assertThat(Float.compare(y.get(i), expected[i]))
                        .as("element %d", i)
                        .isZero();
            }
            assertThat(y.values()).hasSize(count);
        }
    }

    @Test
    void everyHalfIsDecodedExactly() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment halves = arena.allocate(65536 * 2L, 64);
            for (int i = 0; i < 65536; i++) {
                halves.setAtIndex(Memory.SHORT, i, (short) i);
            }
            Floats y = Floats.zeros(arena, 65536);
            vector.decode(DType.F16, halves.address(), y.address(), 65536);
            for (int i = 0; i < 65536; i++) {
                float expected = Float.float16ToFloat((short) i);
                assertThat(Float.compare(y.get(i), expected)).as("half %x", i).isZero();
            }
        }
    }
}
