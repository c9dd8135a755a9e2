package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class WeightTest {
    @Test
    void valuesAreCopied() {
        float[] values = {1, 2, 3, 4, 5, 6};
        Weight weight = Weight.ofFloats("w", Shape.of(2, 3), values);
        values[0] = 99;
        assertThat(floats(weight)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(weight.bytes()).isEqualTo(24);
        assertThat(weight).hasToString("w f32 [2, 3]");
        assertThat(Weight.ofInts("i", Shape.of(2), 7, 8).layout().type()).isEqualTo(DType.I32);
    }

    @Test
    void rowsAreAWeightOfTheirOwn() {
        Weight weight = Weight.ofFloats("w", Shape.of(2, 4), 1, 2, 3, 4, 5, 6, 7, 8);
        Weight middle = weight.rows(1, 3);
        assertThat(middle.name()).isEqualTo("w[1:3]");
        assertThat(middle.layout().shape()).isEqualTo(Shape.of(2, 2));
        assertThat(floats(middle)).containsExactly(3, 4, 5, 6);
        assertThat(floats(middle.rows(1, 2))).containsExactly(5, 6);
        assertThat(weight.rows(2, 2).bytes()).isZero();
        assertThatThrownBy(() -> weight.rows(3, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> weight.rows(3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> middle.source().read(12, MemorySegment.ofArray(new byte[8])))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rowsOfBlocks() {
        byte[] bytes = new byte[4 * 34];
        bytes[34] = 1;
        Weight weight = Weight.of("q", DType.Q8_0, Shape.of(32, 4), WeightSource.of(MemorySegment.ofArray(bytes)));
        byte[] row = new byte[34];
        weight.rows(1, 2).source().read(0, MemorySegment.ofArray(row));
        assertThat(row[0]).isEqualTo((byte) 1);
    }

    @Test
    void onlyMatricesHaveRows() {
        Weight cube = Weight.ofFloats("c", Shape.of(1, 2, 2), 1, 2, 3, 4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cube.rows(0, 1))
                .withMessage("Weight c f32 [1, 2, 2] has more than two dimensions");
    }

    @Test
    void sourcesHaveTheRightSize() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Weight.of("w", DType.F16, Shape.of(5), WeightSource.of(MemorySegment.ofArray(new byte[9]))))
                .withMessage("Weight w f16 [5] takes 10 bytes; its source has 9");
    }

    @Test
    void nativeSourcesAreMappedAndReadOnly() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(16);
            memory.set(ValueLayout.JAVA_FLOAT, 4, 2);
            Weight weight = Weight.of("w", DType.F32, Shape.of(1, 4), WeightSource.of(memory));
            MemorySegment mapped = weight.rows(1, 2).source().mapped().orElseThrow();
            assertThat(mapped.byteSize()).isEqualTo(4);
            assertThat(mapped.get(ValueLayout.JAVA_FLOAT, 0)).isEqualTo(2);
            assertThat(mapped.isReadOnly()).isTrue();
        }
        assertThat(Weight.ofFloats("h", Shape.of(1), 1).source().mapped()).isEmpty();
    }

    private static float[] floats(Weight weight) {
        float[] values = new float[(int) weight.layout().elements()];
        weight.source().read(0, MemorySegment.ofArray(values));
        return values;
    }
}
