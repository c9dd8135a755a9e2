package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.op.ViewOp;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of operators that become one operation; parity is checked fused and operator by operator. */
class FusionTest {
    private final OnnxBuilder builder = new OnnxBuilder().output("y");

    private static OnnxTensor random(String name, long... shape) {
        Random random = new Random(name.hashCode());
        float[] values = new float[(int) java.util.Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() * 4 - 2;
        }
        return OnnxRuntime.floats(name, java.util.Arrays.stream(shape).boxed().toList(), values);
    }

    private void node(String operator, String output, String... inputs) {
        builder.node(operator, List.of(inputs), List.of(output));
    }

    private void number(String name, float value) {
        builder.constant(OnnxRuntime.floats(name, List.of(), value));
    }

    private List<String> operations(OnnxTensor... inputs) {
        for (OnnxTensor input : inputs) {
            builder.input(input.name(), input.type(), input.dimensions().toArray());
        }
        ImportedGraph graph = Parity.check(builder.build(), List.of(inputs));
        return graph.graph().nodes().stream()
                .filter(node -> !(node.op() instanceof ViewOp))
                .map(node -> node.op().name())
                .toList();
    }

    private void normParts(String square, boolean centred) {
        number("eps", 0.01f);
        number("two", 2);
        if (centred) {
            builder.node("ReduceMean", List.of("x"), List.of("mean"), attribute("axes", new long[] {-1}));
            node("Sub", "d", "x", "mean");
        } else {
            node("Identity", "d", "x");
        }
        if (square.equals("Pow")) {
            node("Pow", "sq", "d", "two");
        } else {
            node("Mul", "sq", "d", "d");
        }
        builder.node("ReduceMean", List.of("sq"), List.of("var"), attribute("axes", new long[] {-1}));
        node("Add", "sum", "eps", "var");
        node("Sqrt", "root", "sum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pow", "Mul"})
    void layerNormalization(String square) {
        normParts(square, true);
        node("Div", "n", "d", "root");
        builder.constant(random("gamma", 8)).constant(random("beta", 8));
        node("Mul", "scaled", "gamma", "n");
        node("Add", "y", "scaled", "beta");
        assertThat(operations(random("x", 2, 3, 8))).containsExactly("NORM", "MUL", "ADD");
    }

    @Test
    void layerNormalizationByReciprocal() {
        normParts("Mul", true);
        node("Reciprocal", "inverse", "root");
        node("Mul", "y", "inverse", "d");
        assertThat(operations(random("x", 2, 3, 8))).containsExactly("NORM");
    }

    @Test
    void rmsNormalization() {
        number("eps", 0.01f);
        node("Mul", "sq", "x", "x");
        builder.node("ReduceMean", List.of("sq"), List.of("ms"), attribute("axes", new long[] {-1}));
        node("Add", "sum", "ms", "eps");
        node("Sqrt", "root", "sum");
        node("Div", "y", "x", "root");
        assertThat(operations(random("x", 2, 3, 8))).containsExactly("RMS_NORM");
    }

    @Test
    void normalizationOverAnotherAxisAgreesToo() {
        number("eps", 0.01f);
        builder.node("ReduceMean", List.of("x"), List.of("mean"), attribute("axes", new long[] {1}));
        node("Sub", "d", "x", "mean");
        node("Mul", "sq", "d", "d");
        builder.node("ReduceMean", List.of("sq"), List.of("var"), attribute("axes", new long[] {1}));
        node("Add", "sum", "var", "eps");
        node("Sqrt", "root", "sum");
        node("Div", "y", "d", "root");
        assertThat(operations(random("x", 2, 3, 8))).contains("NORM").doesNotContain("SQRT");
    }

    @Test
    void meansOverDifferentAxesAreNoNormalization() {
        number("eps", 0.01f);
        builder.node("ReduceMean", List.of("x"), List.of("mean"), attribute("axes", new long[] {1}));
        node("Sub", "d", "x", "mean");
        node("Mul", "sq", "d", "d");
        builder.node("ReduceMean", List.of("sq"), List.of("var"), attribute("axes", new long[] {2}));
        node("Add", "sum", "var", "eps");
        node("Sqrt", "root", "sum");
        node("Div", "y", "d", "root");
        assertThat(operations(random("x", 2, 3, 8))).doesNotContain("NORM");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void gelu(int order) {
        number("one", 1);
        number("half", 0.5f);
        if (order == 3) {
            number("factor", (float) Math.sqrt(0.5));
            node("Mul", "q", "factor", "x");
        } else {
            number("root2", (float) Math.sqrt(2));
            node("Div", "q", "x", "root2");
        }
        node("Erf", "e", "q");
        node("Add", "t", "e", "one");
        switch (order) {
            case 0 -> {
                node("Mul", "p", "x", "t");
                node("Mul", "y", "p", "half");
            }
            case 1 -> {
                node("Mul", "p", "x", "half");
                node("Mul", "y", "p", "t");
            }
            default -> {
                node("Mul", "p", "half", "t");
                node("Mul", "y", "x", "p");
            }
        }
        assertThat(operations(random("x", 3, 8))).containsExactly("GELU_ERF");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void geluByTanh(boolean power) {
        number("one", 1);
        number("half", 0.5f);
        number("three", 3);
        number("c", 0.044715f);
        number("root", (float) Math.sqrt(2 / Math.PI));
        if (power) {
            node("Pow", "cube", "x", "three");
        } else {
            node("Mul", "square", "x", "x");
            node("Mul", "cube", "square", "x");
        }
        node("Mul", "small", "c", "cube");
        node("Add", "sum", "x", "small");
        node("Mul", "arg", "sum", "root");
        node("Tanh", "tanh", "arg");
        node("Add", "t", "one", "tanh");
        node("Mul", "p", "x", "half");
        node("Mul", "y", "p", "t");
        assertThat(operations(random("x", 3, 8))).containsExactly("GELU");
    }

    @Test
    void aProductWithAnotherValueIsNoGelu() {
        number("one", 1);
        number("half", 0.5f);
        number("root2", (float) Math.sqrt(2));
        node("Div", "q", "x", "root2");
        node("Erf", "e", "q");
        node("Add", "t", "e", "one");
        node("Mul", "p", "z", "t");
        node("Mul", "y", "p", "half");
        assertThat(operations(random("x", 3, 8), random("z", 3, 8))).contains("ERF");
    }

    @Test
    void silu() {
        node("Sigmoid", "s", "x");
        node("Mul", "y", "s", "x");
        assertThat(operations(random("x", 3, 8))).containsExactly("SILU");
    }

    private void attention(String scale, long... maskShape) {
        number("c", 3);
        builder.node("MatMul", List.of("q", "k"), List.of("scores"));
        switch (scale) {
            case "Div" -> node("Div", "scaled", "scores", "c");
            case "Mul" -> node("Mul", "scaled", "c", "scores");
            default -> node("Identity", "scaled", "scores");
        }
        builder.constant(random("mask", maskShape));
        node("Add", "masked", "scaled", "mask");
        builder.node("Softmax", List.of("masked"), List.of("y"), attribute("axis", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Div", "Mul"})
    void scaleAndMaskBecomePartOfSoftmax(String scale) {
        attention(scale, 2, 1, 1, 5);
        assertThat(operations(random("q", 2, 3, 4, 6), random("k", 2, 3, 6, 5)))
                .contains("SOFT_MAX")
                .doesNotContain("ADD", "SCALE");
    }

    @Test
    void masksOfEveryShapeAgree() {
        long[][] shapes = {{5}, {4, 5}, {3, 1, 5}, {2, 3, 4, 5}, {2, 1, 4, 1}, {1, 1, 1, 1}};
        for (long[] shape : shapes) {
            FusionTest test = new FusionTest();
            test.attention("Div", shape);
            test.operations(random("q", 2, 3, 4, 6), random("k", 2, 3, 6, 5));
        }
    }

    @Test
    void aMaskLargerThanTheScoresIsAddedFirst() {
        attention("Div", 7, 4, 5);
        assertThat(operations(random("q", 1, 4, 6), random("k", 1, 6, 5))).contains("ADD", "SOFT_MAX");
    }

    @Test
    void whatElseReadsAFusedValueStillGetsIt() {
        builder.output("t").output("e");
        number("one", 1);
        number("half", 0.5f);
        number("root2", (float) Math.sqrt(2));
        node("Div", "q", "x", "root2");
        node("Erf", "e", "q");
        node("Add", "t", "e", "one");
        node("Mul", "p", "x", "t");
        node("Mul", "y", "p", "half");
        assertThat(operations(random("x", 3, 8))).contains("GELU_ERF", "ERF");
    }

    @Test
    void integersArePowersToo() {
        builder.constant(OnnxRuntime.integers("two", List.of(), 2));
        number("eps", 0.01f);
        builder.node("ReduceMean", List.of("x"), List.of("mean"), attribute("axes", new long[] {-1}));
        node("Sub", "d", "x", "mean");
        node("Pow", "sq", "d", "two");
        builder.node("ReduceMean", List.of("sq"), List.of("var"), attribute("axes", new long[] {-1}));
        node("Add", "sum", "var", "eps");
        node("Sqrt", "root", "sum");
        node("Div", "y", "d", "root");
        assertThat(operations(random("x", 2, 8))).containsExactly("NORM");
    }

    @Test
    void unusedResultsTakeNoPart() {
        builder.operatorSet(17).node("Relu", List.of("x"), List.of("y")).node("Exp", List.of("x"), List.of("unused"));
        assertThat(operations(OneNode.tensor("x", OnnxType.FLOAT, List.of(3L), 1, -2, 3)))
                .containsExactly("RELU");
    }
}
