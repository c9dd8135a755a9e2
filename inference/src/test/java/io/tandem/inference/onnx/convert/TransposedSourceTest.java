package io.tandem.inference.onnx.convert;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransposedSourceTest {
    private static final int MATRICES = 3;
    private static final int ROWS = 37;
    private static final int COLUMNS = 70;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    private static byte[] transposed(byte[] matrices, int width) {
        byte[] result = new byte[matrices.length];
        for (int matrix = 0; matrix < MATRICES; matrix++) {
            int start = matrix * ROWS * COLUMNS;
            for (int row = 0; row < ROWS; row++) {
                for (int column = 0; column < COLUMNS; column++) {
                    int from = (start + row * COLUMNS + column) * width;
                    int to = (start + column * ROWS + row) * width;
                    System.arraycopy(matrices, from, result, to, width);
                }
            }
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void readsAnyRange(int width) {
        byte[] matrices = random(MATRICES * ROWS * COLUMNS * width);
        byte[] expected = transposed(matrices, width);
        TransposedSource source = new TransposedSource(MemorySegment.ofArray(matrices), ROWS, COLUMNS, width);
        assertThat(source.bytes()).isEqualTo(matrices.length);
        Random random = new Random(9);
        for (int round = 0; round < 300; round++) {
            int from = round == 0 ? 0 : random.nextInt(matrices.length);
            int length = round == 0 ? matrices.length : random.nextInt(matrices.length - from);
            byte[] read = new byte[length];
            source.read(from, MemorySegment.ofArray(read));
            assertThat(MemorySegment.ofArray(read)
                            .mismatch(MemorySegment.ofArray(expected).asSlice(from, length)))
                    .as("%d bytes from %d", length, from)
                    .isEqualTo(-1);
        }
    }

    @Test
    void refusesRangesOutsideAndTakesEmptyOnes() {
        TransposedSource empty = new TransposedSource(MemorySegment.ofArray(new byte[0]), 0, 5, 4);
        empty.read(0, MemorySegment.ofArray(new byte[0]));
        assertThatThrownBy(() -> empty.read(0, MemorySegment.ofArray(new byte[4])))
                .isInstanceOf(IndexOutOfBoundsException.class);
        TransposedSource source = new TransposedSource(MemorySegment.ofArray(new byte[8]), 2, 1, 4);
        byte[] middle = new byte[3];
        source.read(2, MemorySegment.ofArray(middle));
        assertThat(MemorySegment.ofArray(middle).get(JAVA_BYTE, 0)).isZero();
    }
}
