package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of products that equations describe, and products of quantised numbers, against ONNX Runtime. */
class ProductParityTest {
    private static OneNode einsum(String equation) {
        return OneNode.of("Einsum").with(attribute("equation", equation));
    }

    @Test
    void oneOperand() {
        einsum("ij->ji").fed(2, 3).check();
        einsum("ij->").fed(2, 3).check();
        einsum("ij->i").fed(2, 3).check();
        einsum("...ij->...ji").fed(2, 3, 4).check();
        einsum("bchw->bwhc").fed(2, 3, 4, 5).check();
        einsum("b i j -> j").fed(2, 3, 4).check();
        einsum("ba").fed(2, 3).check();
    }

    @Test
    void twoOperands() {
        einsum("ij,jk->ik").fed(2, 3).fed(3, 4).check();
        einsum("ij,jk").fed(2, 3).constant(3, 4).check();
        einsum("bij,bjk->bik").fed(2, 3, 4).fed(2, 4, 5).check();
        einsum("bhid,bhjd->bhij").fed(2, 3, 4, 5).fed(2, 3, 6, 5).check();
        einsum("bhij,bjhd->bihd").fed(2, 3, 4, 6).fed(2, 6, 3, 5).check();
        einsum("i,j->ij").fed(3).fed(4).check();
        einsum("i,i->").fed(3).fed(3).check();
        einsum("bi,bi->b").fed(2, 3).fed(2, 3).check();
        einsum("bid,de->bie").fed(2, 3, 4).constant(4, 5).check();
        einsum("bqhd,bkhd->bhqk").fed(2, 3, 2, 4).fed(2, 5, 2, 4).check();
        einsum("ijk,k->ij").fed(2, 3, 4).fed(4).check();
        einsum("nchw,nvw->nchv").fed(2, 3, 4, 5).fed(2, 6, 5).check();
        einsum("...ij,...jk->...ik").fed(2, 3, 4).fed(2, 4, 5).check();
        einsum("ij,kl->").fed(2, 3).fed(4, 5).check();
    }

    @Test
    void threeOperands() {
        einsum("ij,jk,kl->il").fed(2, 3).fed(3, 4).fed(4, 5).check();
        einsum("bi,bj,bk->bijk").fed(2, 3).fed(2, 4).fed(2, 5).check();
    }

    private static OnnxTensor bytes(String name, OnnxType type, long... shape) {
        long count = 1;
        for (long extent : shape) {
            count *= extent;
        }
        long[] values = new long[(int) count];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i * 37L + 11) % 256 - (type == OnnxType.INT8 ? 128 : 0);
        }
        return OneNode.tensor(name, type, java.util.Arrays.stream(shape).boxed().toList(), values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UINT8", "INT8"})
    void quantises(String name) {
        OnnxType type = OnnxType.valueOf(name);
        OneNode.of("QuantizeLinear")
                .range(-30, 30)
                .fed(3, 4)
                .number(0.2f)
                .constant(OneNode.tensor("zero", type, List.of(), 5))
                .check();
        OneNode.of("QuantizeLinear").fed(3, 4).number(0.013f).check();
        OneNode.of("QuantizeLinear")
                .fed(2, 3, 4)
                .constant(OnnxRuntime.floats("scale", List.of(3L), 0.1f, 0.02f, 0.3f))
                .constant(OneNode.tensor("zero", type, List.of(3L), 1, 2, 3))
                .with("axis", 1)
                .check();
        OneNode.of("DequantizeLinear")
                .fed(bytes("x", type, 2, 3, 4))
                .constant(OnnxRuntime.floats("scale", List.of(3L), 0.1f, 0.02f, 0.3f))
                .constant(OneNode.tensor("zero", type, List.of(3L), 1, 2, 3))
                .check();
        OneNode.of("DequantizeLinear")
                .constant(bytes("x", type, 2, 3))
                .number(0.5f)
                .check();
        OneNode.of("DequantizeLinear")
                .version(10)
                .fed(bytes("x", type, 2, 3))
                .number(0.5f)
                .check();
    }

    @Test
    void quantisesByTheRange() {
        OneNode.of("DynamicQuantizeLinear").fed(3, 4).results(3).check();
        OneNode.of("DynamicQuantizeLinear").range(1, 3).fed(3, 4).results(3).check();
        OneNode.of("DynamicQuantizeLinear").range(-3, -1).fed(12).results(3).check();
    }

    @Test
    void multipliesIntegers() {
        OnnxTensor zero = OneNode.tensor("zero", OnnxType.UINT8, List.of(), 7);
        OneNode.of("MatMulInteger")
                .fed(bytes("a", OnnxType.UINT8, 3, 4))
                .constant(bytes("b", OnnxType.INT8, 4, 5))
                .constant(zero)
                .constant(OneNode.tensor("columns", OnnxType.INT8, List.of(5L), 1, 2, 3, -4, 0))
                .check();
        OneNode.of("MatMulInteger")
                .fed(bytes("a", OnnxType.UINT8, 2, 3, 4))
                .fed(bytes("b", OnnxType.UINT8, 4, 5))
                .check();
        OneNode.of("QLinearMatMul")
                .fed(bytes("a", OnnxType.UINT8, 3, 4))
                .number(0.01f)
                .constant(zero)
                .constant(bytes("b", OnnxType.UINT8, 4, 5))
                .number(0.02f)
                .constant(OneNode.tensor("z2", OnnxType.UINT8, List.of(), 100))
                .number(0.05f)
                .constant(OneNode.tensor("z3", OnnxType.UINT8, List.of(), 30))
                .check();
    }

    @Test
    void convolvesIntegers() {
        OneNode.of("ConvInteger")
                .fed(bytes("x", OnnxType.UINT8, 1, 2, 5, 5))
                .constant(bytes("w", OnnxType.UINT8, 3, 2, 3, 3))
                .constant(OneNode.tensor("zero", OnnxType.UINT8, List.of(), 7))
                .list("pads", 1, 1, 1, 1)
                .check();
    }
}
