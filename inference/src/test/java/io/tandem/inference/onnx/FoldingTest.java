package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators on constants, which the importer computes: the graph only hands the result out. */
class FoldingTest {
    private static void check(OneNode node) {
        ImportedGraph graph = node.check();
        assertThat(graph.graph().nodes()).allMatch(made -> made.op().name().equals("CONT"));
    }

    private static OneNode ints(String operator, OnnxType type, long[] left, long... right) {
        return OneNode.of(operator)
                .constant(OneNode.tensor("in0", type, List.of((long) left.length), left))
                .constant(OneNode.tensor("in1", type, List.of((long) right.length), right));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Add",
                "Sub",
                "Mul",
                "Div",
                "Min",
                "Max",
                "Pow",
                "Equal",
                "Greater",
                "Less",
                "LessOrEqual",
                "GreaterOrEqual"
            })
    void arithmetic(String operator) {
        check(ints(operator, OnnxType.INT64, new long[] {-7, 7, 9, 12}, 3, 2, 4, 1));
        check(ints(operator, OnnxType.INT32, new long[] {-7, 7, 9, 12}, 2));
        check(OneNode.of(operator).range(0.5, 2).constant(2, 3).constant(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"And", "Or", "Xor"})
    void logic(String operator) {
        check(OneNode.of(operator)
                .constant(OnnxRuntime.booleans("in0", List.of(2L, 2L), 0, 0, 1, 1))
                .constant(OnnxRuntime.booleans("in1", List.of(2L), 0, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Neg", "Abs", "Sign"})
    void integersAlone(String operator) {
        check(OneNode.of(operator).constant(OnnxRuntime.integers("in0", List.of(3L), -5, 0, 5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Neg",
                "Abs",
                "Sign",
                "Floor",
                "Ceil",
                "Round",
                "Sqrt",
                "Exp",
                "Log",
                "Sin",
                "Cos",
                "Reciprocal",
                "Identity"
            })
    void realsAlone(String operator) {
        check(OneNode.of(operator).range(0.1, 4).constant(3, 4));
    }

    @Test
    void remainders() {
        check(ints("Mod", OnnxType.INT64, new long[] {-7, 7, 9, -12}, 3, -3, 4, -5));
        check(ints("Mod", OnnxType.INT64, new long[] {-7, 7, 9, -12}, 3, -3, 4, -5)
                .with("fmod", 1L));
        check(OneNode.of("Not").constant(OnnxRuntime.booleans("in0", List.of(2L), 0, 1)));
    }

    @Test
    void movesOfIntegers() {
        OnnxTensor data = OnnxRuntime.integers("in0", List.of(2L, 3L), 1, 2, 3, 4, 5, 6);
        check(OneNode.of("Transpose").constant(data));
        check(OneNode.of("Reshape").constant(data).integers(3, -1));
        check(OneNode.of("Flatten").constant(data).with("axis", 0L));
        check(OneNode.of("Slice")
                .constant(data)
                .integers(2)
                .integers(0)
                .integers(1)
                .integers(-1));
        OnnxTensor more = OnnxRuntime.integers("in1", List.of(2L, 1L), 7, 8);
        check(OneNode.of("Concat").constant(data).constant(more).with("axis", -1L));
        check(OneNode.of("Gather").constant(data).integers(-1, 0).with("axis", 1L));
        check(OneNode.of("Tile").constant(data).integers(2, 2));
        check(OneNode.of("Expand").constant(data).integers(2, 1, 1));
        check(OneNode.of("Split")
                .version(13)
                .constant(data)
                .integers(1, 2)
                .with("axis", 1L)
                .results(2));
        check(OneNode.of("Squeeze").constant(OnnxRuntime.integers("in0", List.of(1L, 2L, 1L), 1, 2)));
        check(OneNode.of("Unsqueeze").constant(data).integers(1));
    }

    @Test
    void choices() {
        check(OneNode.of("Where")
                .constant(OnnxRuntime.booleans("in0", List.of(2L, 1L), 0, 1))
                .constant(OnnxRuntime.integers("in1", List.of(2L), 1, 2))
                .constant(OnnxRuntime.integers("in2", List.of(), 9)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReduceSum", "ReduceProd", "ReduceMin", "ReduceMax"})
    void reductions(String operator) {
        OneNode node = OneNode.of(operator)
                .version(13)
                .constant(OnnxRuntime.integers("in0", List.of(2L, 3L), 1, -2, 3, 4, 5, 6));
        check((operator.equals("ReduceSum") ? node.integers(0) : node.axes(0)).with("keepdims", 0L));
        check(OneNode.of(operator).version(13).constant(2, 3));
    }

    @Test
    void makesTensors() {
        check(OneNode.of("ConstantOfShape").integers(2, 3));
        check(OneNode.of("ConstantOfShape")
                .integers(2, 3)
                .with(attribute(
                        "value",
                        OnnxBuilder.tensor("", List.of(1L), OnnxType.INT64, out -> OnnxBuilder.packed(out, 7, -4)))));
        check(OneNode.of("NonZero").constant(OnnxRuntime.integers("in0", List.of(2L, 3L), 0, 1, 2, 0, 0, 3)));
        check(range(OnnxRuntime.integers("in0", List.of(), 2), OnnxRuntime.integers("in1", List.of(), 11), 3));
        check(range(OnnxRuntime.integers("in0", List.of(), 2), OnnxRuntime.integers("in1", List.of(), -4), -1));
        check(OneNode.of("Range").number(0.5f).number(2).number(0.4f));
    }

    private static OneNode range(OnnxTensor start, OnnxTensor limit, long delta) {
        return OneNode.of("Range")
                .constant(start)
                .constant(limit)
                .constant(OnnxRuntime.integers("in2", List.of(), delta));
    }

    @ParameterizedTest
    @EnumSource(
            value = OnnxType.class,
            names = {"FLOAT", "FLOAT16", "INT8", "UINT8", "INT32", "INT64", "BOOL"})
    void casts(OnnxType target) {
        check(OneNode.of("Cast")
                .constant(OnnxRuntime.floats("in0", List.of(4L), 0, 1.5f, 2.75f, 100))
                .with("to", target.code()));
        check(OneNode.of("Cast")
                .constant(OnnxRuntime.integers("in0", List.of(4L), 0, 1, 2, 100))
                .with("to", target.code()));
    }
}
