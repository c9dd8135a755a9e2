package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons, choices and numbers that devices keep in another type, against ONNX Runtime. */
class LogicParityTest {
    private static final OnnxTensor STRANGE = OnnxRuntime.floats(
            "in0", List.of(6L), 1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f, 2);
    private static final OnnxTensor OTHER = OnnxRuntime.floats(
            "in1", List.of(6L), Float.NaN, Float.NaN, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, 0, 1);

    @ParameterizedTest
    @ValueSource(strings = {"Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual"})
    void comparesWhatIsNoNumber(String operator) {
        OneNode.of(operator).fed(STRANGE).fed(OTHER).check();
        OneNode.of(operator).fed(2, 1, 3).fed(4, 1).check();
        OneNode.of(operator).fed(2, 1, 2, 1, 2).fed(1, 3, 2, 2, 1).check();
    }

    @Test
    void findsWhatIsNoNumber() {
        OneNode.of("IsNaN").fed(STRANGE).check();
        OneNode.of("IsInf").fed(STRANGE).check();
        OneNode.of("IsInf").fed(STRANGE).with("detect_positive", 0).check();
        OneNode.of("IsInf").fed(STRANGE).with("detect_negative", 0).check();
    }

    @Test
    void choosesOneOperation() {
        OnnxTensor condition = OnnxRuntime.booleans("c", List.of(2L, 1L, 3L), 1, 0, 1, 0, 0, 1);
        ImportedGraph graph =
                OneNode.of("Where").fed(condition).fed(4, 1).fed(2, 4, 3).check();
        assertThat(graph.graph().nodes()).hasSize(1);
        OneNode.of("Where")
                .fed(condition)
                .number(Float.NEGATIVE_INFINITY)
                .fed(2, 4, 3)
                .check();
        OneNode.of("Where")
                .fed(condition)
                .fed(OnnxRuntime.integers("a", List.of(1L), 1L << 40))
                .constant(OnnxRuntime.integers("b", List.of(), -3))
                .check();
        OneNode.of("Where")
                .fed(OnnxRuntime.booleans("wide", List.of(2L, 1L, 2L, 1L, 1L), 1, 0, 0, 1))
                .fed(1, 3, 2, 2, 1)
                .fed(2, 1, 1, 1, 4)
                .check();
    }

    @ParameterizedTest
    @EnumSource(
            value = OnnxType.class,
            names = {"DOUBLE", "INT16", "UINT16", "UINT32", "UINT64", "INT8", "UINT8", "INT32", "INT64"})
    void typesThatDevicesKeepOtherwise(OnnxType type) {
        OnnxTensor x = OneNode.tensor("x", type, List.of(3L), 3, 100, 7);
        OnnxTensor y = OneNode.tensor("y", type, List.of(3L), 4, 2, 7);
        byte[] model = new OnnxBuilder()
                .input("x", type, 3)
                .constant(y)
                .output("sum")
                .output("same")
                .output("moved")
                .node("Add", List.of("x", "y"), List.of("sum"))
                .node("Equal", List.of("x", "y"), List.of("same"))
                .node("Concat", List.of("x", "y"), List.of("moved"), OnnxBuilder.attribute("axis", 0L))
                .build();
        if (type != OnnxType.INT8
                && type != OnnxType.UINT8
                && type != OnnxType.INT16
                && type != OnnxType.UINT16
                && type != OnnxType.UINT32
                && type != OnnxType.UINT64) { // which ONNX Runtime does not add
            Parity.check(model, List.of(x));
            return;
        }
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            ImportedGraph graph = opened.graph(ImportRequest.create());
            var outputs = Parity.run(graph, List.of(x));
            OnnxTensor sum = OneNode.tensor("sum", type, List.of(3L), 7, 102, 14);
            assertThat(Parity.error(outputs.get("sum"), sum)).isZero();
            OnnxTensor moved = OneNode.tensor("moved", type, List.of(6L), 3, 100, 7, 4, 2, 7);
            assertThat(Parity.error(outputs.get("moved"), moved)).isZero();
        }
    }

    @Test
    void whatIsKeptMoreNarrowlyIsNoted() {
        byte[] model = new OnnxBuilder()
                .input("x", OnnxType.DOUBLE, 3)
                .output("y")
                .node("Exp", List.of("x"), List.of("y"))
                .build();
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            assertThat(opened.graph(ImportRequest.create()).notes()).containsExactly("doubles are computed in f32");
        }
    }

    @Test
    void manyDimensions() {
        OneNode.of("Add").fed(2, 1, 3, 1, 2, 1).fed(1, 2, 1, 3, 1, 2).check();
        OneNode.of("Expand").fed(2, 1, 3, 1, 2, 1).integers(2, 2, 3, 2, 2, 2).check();
        OneNode.of("Tile").fed(2, 1, 3, 1, 2).integers(1, 2, 2, 3, 1).check();
        OneNode.of("Transpose")
                .fed(2, 3, 2, 3, 2, 2)
                .list("perm", 5, 3, 1, 4, 2, 0)
                .check();
    }

    @Test
    void products() {
        OneNode.of("ReduceProd").fed(2, 5, 3).axes(1).check();
        OneNode.of("ReduceProd").fed(2, 4, 3).with("keepdims", 0).check();
    }

    @Test
    void moreFunctions() {
        OneNode.of("Asinh").range(-50, 50).fed(20).check();
        OneNode.of("Acosh").range(1, 50).fed(20).check();
        OneNode.of("Atanh").range(-0.9, 0.9).fed(20).check();
        OneNode.of("Shrink").fed(20).with("lambd", 0.7f).with("bias", 0.3f).check();
        OneNode.of("MeanVarianceNormalization").fed(2, 3, 4, 2).check();
        OneNode.of("GlobalLpPool").fed(2, 3, 4, 2).check();
        OneNode.of("Dropout").version(12).fed(2, 3).results(2).check();
    }
}
