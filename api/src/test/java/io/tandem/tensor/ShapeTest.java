package io.tandem.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {
    @Test
    void missingDimensionsAreOne() {
        assertThat(Shape.of(384, 128)).isEqualTo(new Shape(384, 128, 1, 1)).hasToString("[384, 128]");
        assertThat(Shape.of(1)).hasToString("[1]");
        assertThat(Shape.of(2, 1, 3)).hasToString("[2, 1, 3]");
        assertThat(Shape.of(2, 3, 4, 5).elements()).isEqualTo(120);
        assertThat(Shape.of(2, 3, 4, 5).rows()).isEqualTo(60);
        assertThat(Shape.of(0, 3).elements()).isZero();
        assertThat(Shape.of(0, 3).rank()).isEqualTo(2);
    }

    @Test
    void refusesWhatIsNoShape() {
        assertThatIllegalArgumentException().isThrownBy(Shape::of).withMessage("A shape has 1 to 4 dimensions, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(1, 2, 3, 4, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shape.of(4, -1))
                .withMessage("Negative dimension in [4, -1, 1, 1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shape.of(1L << 40, 1L << 40))
                .withMessageContaining("Too many elements");
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(Long.MAX_VALUE, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(2).dim(4));
    }

    @Test
    void repeats() {
        assertThat(Shape.of(3, 1, 2).repeatsTo(Shape.of(9, 5, 2, 7))).isTrue();
        assertThat(Shape.of(3).repeatsTo(Shape.of(10))).isFalse();
        assertThat(Shape.of(3).repeatsTo(Shape.of(0))).isTrue();
        assertThat(Shape.of(0).repeatsTo(Shape.of(0))).isTrue();
        assertThat(Shape.of(0).repeatsTo(Shape.of(3))).isFalse();
    }

    @Test
    void layoutsKnowTheirGaps() {
        TensorLayout packed = TensorLayout.of(DType.F32, Shape.of(5, 3, 2));
        assertThat(packed.isContiguous()).isTrue();
        assertThat(packed.byteExtent()).isEqualTo(120);
        assertThat(packed.strides()).isEqualTo(new Strides(4, 20, 60, 120));
        TensorLayout gaps = new TensorLayout(DType.F32, Shape.of(5, 3), new Strides(4, 32, 96, 96));
        assertThat(gaps.isContiguous()).isFalse();
        assertThat(gaps.hasContiguousRows()).isTrue();
        assertThat(gaps.byteExtent()).isEqualTo(2 * 32 + 20);
        TensorLayout turned = new TensorLayout(DType.F32, Shape.of(3, 5), new Strides(20, 4, 60, 60));
        assertThat(turned.hasContiguousRows()).isFalse();
        TensorLayout row = new TensorLayout(DType.F32, Shape.of(5), new Strides(4, 999, 999, 999));
        assertThat(row.isContiguous()).isTrue();
        assertThat(TensorLayout.of(DType.F32, Shape.of(0, 7)).byteExtent()).isZero();
        assertThat(packed).hasToString("f32 [5, 3, 2]");
    }

    @Test
    void blocksAreWhole() {
        assertThat(TensorLayout.of(DType.Q4_0, Shape.of(64, 3)).byteExtent()).isEqualTo(108);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TensorLayout.of(DType.Q8_0, Shape.of(33)))
                .withMessage("33 elements are not a whole number of Q8_0 blocks of 32");
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void typesBelongToOneKind(DType type) {
        int kinds = (type.isFloat() ? 1 : 0) + (type.isInteger() ? 1 : 0) + (type.isQuantized() ? 1 : 0);
        assertThat(kinds).isEqualTo(type == DType.BOOL ? 0 : 1);
        assertThat(type.blockLength() > 1).isEqualTo(type.isQuantized());
        assertThat(type.rowBytes(4L * type.blockLength())).isEqualTo(4L * type.blockBytes());
    }
}
