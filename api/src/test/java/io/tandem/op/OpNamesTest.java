package io.tandem.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpNamesTest {
    @Test
    void namesAreGgmls() {
        assertThat(new MatrixOp.MulMat().name()).isEqualTo("MUL_MAT");
        assertThat(new UnaryOp.Expm1().name()).isEqualTo("EXPM1");
        assertThat(new UnaryOp.GeluErf().name()).isEqualTo("GELU_ERF");
        assertThat(new NormOp.L2Norm(0).name()).isEqualTo("L2_NORM");
        assertThat(new GluOp.GegluQuick(false).name()).isEqualTo("GEGLU_QUICK");
        assertThat(new AttentionOp.DiagMaskInf(0).name()).isEqualTo("DIAG_MASK_INF");
        assertThat(new LayoutOp.PadReflect1d(0, 0).name()).isEqualTo("PAD_REFLECT_1D");
        assertThat(new ConvolutionOp.Conv2dDw(ConvolutionOp.Axis.PLAIN, ConvolutionOp.Axis.PLAIN).name())
                .isEqualTo("CONV_2D_DW");
        assertThat(new ConvolutionOp.ConvTranspose1d(1).name()).isEqualTo("CONV_TRANSPOSE_1D");
        assertThat(OpNames.of(ConvolutionOp.Im2col.class)).isEqualTo("IM2COL");
        assertThat(new ReductionOp.TopK(1).name()).isEqualTo("TOP_K");
    }

    @Test
    void namesAreUniqueAndOperationsRecords() {
        List<Class<?>> operations = records(Op.class).toList();
        assertThat(operations).allMatch(Class::isRecord).hasSizeGreaterThan(60);
        assertThat(operations.stream().map(OpNames::of)).doesNotHaveDuplicates();
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(OpNamesTest::records)
                : Stream.of(type);
    }
}
