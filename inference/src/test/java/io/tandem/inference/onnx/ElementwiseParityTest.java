package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators on each element by itself, against ONNX Runtime. */
class ElementwiseParityTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Abs",
                "Neg",
                "Sign",
                "Exp",
                "Sin",
                "Cos",
                "Tan",
                "Sinh",
                "Cosh",
                "Tanh",
                "Erf",
                "Floor",
                "Ceil",
                "Round",
                "Identity",
                "Relu",
                "Sigmoid",
                "Softplus",
                "HardSwish",
                "LeakyRelu",
                "ThresholdedRelu",
                "HardSigmoid",
                "Elu",
                "Selu",
                "Celu",
                "Softsign"
            })
    void unary(String operator) {
        OneNode.of(operator).range(-4, 4).fed(2, 3, 5).check();
        OneNode.of(operator).range(-1, 1).fed(7).check();
        OneNode.of(operator).fed().check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Log", "Sqrt", "Reciprocal"})
    void unaryOfPositiveNumbers(String operator) {
        OneNode.of(operator).range(0.1, 9).fed(2, 3, 5).check();
    }

    @Test
    void activationsTakeParameters() {
        for (float alpha : new float[] {0.3f, 1.7f}) {
            for (String operator : List.of("Elu", "Celu", "LeakyRelu", "ThresholdedRelu", "Selu", "HardSigmoid")) {
                OneNode.of(operator).with("alpha", alpha).fed(4, 9).check();
            }
        }
        OneNode.of("Selu").with("gamma", 2f).fed(4, 9).check();
        OneNode.of("HardSigmoid").with("beta", 0.1f).fed(4, 9).check();
        OneNode.of("Gelu").version(20).range(-5, 5).fed(4, 9).check();
        OneNode.of("Gelu")
                .version(20)
                .with(OnnxBuilder.attribute("approximate", "tanh"))
                .range(-5, 5)
                .fed(4, 9)
                .check();
        OneNode.of("Mish").version(18).fed(4, 9).check();
        OneNode.of("PRelu").fed(2, 3, 4).constant(3, 1).check();
    }

    @Test
    void roundsHalvesToTheEvenNeighbour() {
        OneNode.of("Round")
                .fed(OnnxRuntime.floats(
                        "in0", List.of(10L), -2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f, 3.5f, 0.49999997f, 1e9f, -7.3f))
                .check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div", "Pow", "Min", "Max", "Sum", "Mean"})
    void binaryOperandsBroadcast(String operator) {
        long[][][] shapes = {
            {{2, 3, 4}, {2, 3, 4}},
            {{2, 3, 4}, {4}},
            {{4}, {2, 3, 4}},
            {{2, 1, 4}, {3, 1}},
            {{2, 3, 4}, {1}},
            {{}, {2, 3}},
            {{2, 3}, {}},
            {{1, 1, 1}, {3}},
            {{2, 3, 4, 5}, {3, 1, 5}},
            {{2, 3, 4, 1}, {1, 1, 1, 5}},
            {{2, 3, 1, 2, 3}, {3, 1, 2, 3}},
            {{2, 2, 1, 2, 3}, {2, 2, 4, 1, 1}},
            {{0, 3}, {1, 3}}
        };
        for (long[][] shape : shapes) {
            OneNode.of(operator).range(0.5, 3).fed(shape[0]).fed(shape[1]).check();
            OneNode.of(operator).range(0.5, 3).fed(shape[0]).constant(shape[1]).check();
            OneNode.of(operator).range(0.5, 3).constant(shape[0]).fed(shape[1]).check();
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0, 1, 2, 3, 0.5f, -1, -2, 1.5f})
    void powersOfKnownExponents(float exponent) {
        OneNode.of("Pow").range(0.5, 3).fed(3, 4).number(exponent).check();
    }

    @Test
    void severalOperands() {
        for (String operator : List.of("Min", "Max", "Sum", "Mean")) {
            OneNode.of(operator).fed(2, 3).check();
            OneNode.of(operator).fed(2, 3).fed(3).constant(2, 1).check();
        }
    }

    @Test
    void clips() {
        OneNode.of("Clip").fed(3, 4).check();
        OneNode.of("Clip").fed(3, 4).number(-0.5f).check();
        OneNode.of("Clip").fed(3, 4).none().number(0.5f).check();
        OneNode.of("Clip").fed(3, 4).number(-0.5f).number(0.25f).check();
        OneNode.of("Clip").fed(3, 4).number(0.5f).number(-0.25f).check();
        OneNode.of("Clip").fed(3, 4).fed().range(1, 2).fed().check();
        OneNode.of("Clip")
                .version(6)
                .fed(3, 4)
                .with("min", -1f)
                .with("max", 0.5f)
                .check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Greater", "Less", "GreaterOrEqual", "LessOrEqual", "Equal"})
    void comparisons(String operator) {
        OneNode.of(operator).fed(2, 3, 4).fed(3, 1).check();
        OneNode.of(operator)
                .fed(OnnxRuntime.floats("in0", List.of(4L), 1, 2, 3, -0f))
                .constant(OnnxRuntime.floats("in1", List.of(4L), 3, 2, 1, 0))
                .check();
        ImportedGraph graph = OneNode.of(operator)
                .fed(OnnxRuntime.integers("in0", List.of(4L), 1, 2, 3, 4))
                .constant(OnnxRuntime.integers("in1", List.of(), 3))
                .check();
        assertThat(graph.notes()).containsExactly("integers are computed in f32, exact up to 16,777,216");
    }

    @Test
    void logic() {
        for (String operator : List.of("And", "Or", "Xor")) {
            OneNode.of(operator)
                    .fed(OnnxRuntime.booleans("in0", List.of(2L, 2L), 0, 0, 1, 1))
                    .fed(OnnxRuntime.booleans("in1", List.of(2L), 0, 1))
                    .check();
        }
        OneNode.of("Not")
                .fed(OnnxRuntime.booleans("in0", List.of(2L, 2L), 0, 0, 1, 1))
                .check();
    }

    @Test
    void choicesKeepInfinitiesOfTheOtherSideOut() {
        float infinity = Float.POSITIVE_INFINITY;
        OneNode.of("Where")
                .fed(OnnxRuntime.booleans("in0", List.of(2L, 2L), 1, 0, 0, 1))
                .fed(OnnxRuntime.floats("in1", List.of(2L, 2L), 1, 2, infinity, -infinity))
                .constant(OnnxRuntime.floats("in2", List.of(), -infinity))
                .check();
        OneNode.of("Where")
                .fed(OnnxRuntime.booleans("in0", List.of(3L, 1L), 1, 0, 0))
                .fed(2, 1, 4)
                .fed(4)
                .check();
    }

    @Test
    void integersOfEachTypeThatDevicesHave() {
        for (OnnxType type : List.of(OnnxType.INT32, OnnxType.INT64)) {
            for (String operator : List.of("Add", "Sub", "Mul", "Div", "Min", "Max")) {
                OneNode.of(operator)
                        .fed(OneNode.tensor("in0", type, List.of(2L, 3L), -7, 7, 100, 12, 5, -3))
                        .constant(OneNode.tensor("in1", type, List.of(3L), 2, -3, 7))
                        .check();
            }
        }
        OneNode.of("Mod")
                .fed(OneNode.tensor("in0", OnnxType.INT64, List.of(4L), -7, 7, 9, 12))
                .constant(OneNode.tensor("in1", OnnxType.INT64, List.of(4L), 3, -3, 4, 4))
                .check();
    }

    @Test
    void casts() {
        OneNode.of("Cast").fed(2, 3).with("to", 7L).check();
        OneNode.of("Cast").fed(2, 3).with("to", 6L).check();
        OneNode.of("Cast").fed(2, 3).with("to", 10L).check();
        OneNode.of("Cast")
                .fed(OnnxRuntime.floats("in0", List.of(4L), 0, 0.5f, -3, -0f))
                .with("to", 9L)
                .check();
        for (long target : new long[] {1, 6, 9, 10}) {
            OneNode.of("Cast")
                    .fed(OnnxRuntime.integers("in0", List.of(4L), 0, 1, 2, -3))
                    .with("to", target)
                    .check();
        }
        for (long target : new long[] {1, 6, 7, 9}) {
            OneNode.of("Cast")
                    .fed(OnnxRuntime.booleans("in0", List.of(3L), 0, 1, 1))
                    .with("to", target)
                    .check();
        }
    }
}
