package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operators, or forms of them, that ONNX Runtime does not have or reads in another way: against results by hand. */
class KnownResultsTest {
    private static OnnxTensor run(OneNode node) {
        try (OnnxModel model = OnnxModel.of("test", node.build())) {
            return Parity.run(model.graph(ImportRequest.create()), node.inputs())
                    .get("out0");
        }
    }

    private static void check(OneNode node, double tolerance, OnnxTensor expected) {
        assertThat(Parity.error(run(node), expected)).isLessThanOrEqualTo(tolerance);
    }

    /** Rounded up there would be a second window, which would start behind the data. */
    @Test
    void noWindowStartsBehindTheData() {
        OneNode node = OneNode.of("MaxPool")
                .version(22)
                .fed(OnnxRuntime.floats("x", List.of(1L, 1L, 2L, 2L), 1, 2, 3, 4))
                .list("kernel_shape", 1, 1)
                .list("strides", 2, 2)
                .with("ceil_mode", 1);
        check(node, 0, OnnxRuntime.floats("y", List.of(1L, 1L, 1L, 1L), 1));
    }

    /** Windows of elements 0, 2, 4 and 3, 5, 7, the last of which lies behind data and padding and does not count. */
    @Test
    void dilatedWindowsAreRoundedUp() {
        OneNode node = OneNode.of("AveragePool")
                .version(22)
                .fed(OnnxRuntime.floats("x", List.of(1L, 1L, 7L, 1L, 1L), 1, 2, 3, 4, 5, 6, 7))
                .list("kernel_shape", 3, 1, 1)
                .list("strides", 3, 1, 1)
                .list("dilations", 2, 1, 1)
                .with("count_include_pad", 1)
                .with("ceil_mode", 1);
        check(node, 1e-6, OnnxRuntime.floats("y", List.of(1L, 1L, 2L, 1L, 1L), 3, 5));
    }

    /** a · sigmoid(a) · b in half precision. */
    @Test
    void gatedUnits() {
        OneNode node = OneNode.of("SwiGLU")
                .version(28)
                .fed(OneNode.tensor("a", OnnxType.FLOAT16, List.of(3L), 1, -2, 0))
                .fed(OneNode.tensor("b", OnnxType.FLOAT16, List.of(3L), 2, 3, 4));
        OnnxTensor y = run(node);
        assertThat(y.type()).isEqualTo(OnnxType.FLOAT16);
        float[] expected = {(float) (2 / (1 + Math.exp(-1))), (float) (-6 / (1 + Math.exp(2))), 0};
        for (int i = 0; i < 3; i++) {
            short bits = y.data().getAtIndex(java.lang.foreign.ValueLayout.JAVA_SHORT, i);
            assertThat(Float.float16ToFloat(bits)).isCloseTo(expected[i], org.assertj.core.data.Offset.offset(2e-3f));
        }
    }

    @Test
    void runningSumsOfDoubles() {
        OneNode node = OneNode.of("CumSum")
                .fed(OneNode.tensor("x", OnnxType.DOUBLE, List.of(5L), 1, 2, 3, 4, 5))
                .constant(OneNode.tensor("axis", OnnxType.INT32, List.of(), 0))
                .with("exclusive", 1)
                .with("reverse", 1);
        check(node, 0, OneNode.tensor("y", OnnxType.DOUBLE, List.of(5L), 14, 12, 9, 5, 0));
    }

    @Test
    void numbersOfSixteenAndMoreBitsWithoutASign() {
        for (OnnxType type : List.of(OnnxType.UINT16, OnnxType.UINT32, OnnxType.UINT64, OnnxType.INT16)) {
            OneNode less = OneNode.of("Less")
                    .fed(OneNode.tensor("a", type, List.of(3L), 3, 200, 5))
                    .fed(OneNode.tensor("b", type, List.of(3L), 4, 100, 5));
            check(less, 0, OnnxRuntime.booleans("y", List.of(3L), 1, 0, 0));
            OneNode largest = OneNode.of("Max")
                    .fed(OneNode.tensor("a", type, List.of(3L), 3, 200, 5))
                    .fed(OneNode.tensor("b", type, List.of(3L), 4, 100, 5));
            check(largest, 0, OneNode.tensor("y", type, List.of(3L), 4, 200, 5));
        }
    }

    @Test
    void paddingOfSomeAxes() {
        OneNode node = OneNode.of("Pad")
                .version(23)
                .fed(OnnxRuntime.floats("x", List.of(1L, 1L, 2L), 1, 2))
                .integers(1, 0, 0, 2)
                .number(9)
                .integers(-2, -1)
                .with(attribute("mode", "constant"));
        check(node, 0, OnnxRuntime.floats("y", List.of(1L, 2L, 4L), 9, 9, 9, 9, 1, 2, 9, 9));
    }
}
