package io.tandem.inference.onnx;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products, reductions and normalisations, against ONNX Runtime. */
class ComputeParityTest {
    @Test
    void productsOfAllShapes() {
        long[][][] shapes = {
            {{4, 3}, {3, 5}},
            {{3}, {3, 5}},
            {{4, 3}, {3}},
            {{3}, {3}},
            {{2, 4, 3}, {3, 5}},
            {{4, 3}, {2, 3, 5}},
            {{2, 4, 3}, {2, 3, 5}},
            {{6, 2, 4, 3}, {6, 2, 3, 5}},
            {{6, 2, 4, 3}, {2, 3, 5}},
            {{2, 4, 3}, {6, 2, 3, 5}},
            {{6, 1, 4, 3}, {2, 3, 5}},
            {{6, 1, 4, 3}, {1, 2, 3, 5}},
            {{3}, {2, 3, 5}},
            {{2, 4, 3}, {3}},
            {{2, 3, 2, 4, 3}, {3, 5}},
            {{2, 3, 2, 4, 3}, {2, 3, 2, 3, 5}},
            {{2, 1, 2, 2}, {1, 2, 1}},
            {{0, 3}, {3, 5}},
            {{2, 4, 1}, {2, 1, 5}}
        };
        for (long[][] shape : shapes) {
            OneNode.of("MatMul").fed(shape[0]).fed(shape[1]).check();
            OneNode.of("MatMul").fed(shape[0]).constant(shape[1]).check();
            OneNode.of("MatMul").constant(shape[0]).fed(shape[1]).check();
        }
    }

    @Test
    void generalProducts() {
        for (long turn = 0; turn < 4; turn++) {
            long a = turn & 1;
            long b = turn >> 1;
            long[] left = a == 1 ? new long[] {3, 4} : new long[] {4, 3};
            long[] right = b == 1 ? new long[] {5, 3} : new long[] {3, 5};
            OneNode.of("Gemm")
                    .fed(left)
                    .fed(right)
                    .with("transA", a)
                    .with("transB", b)
                    .check();
            for (long[] bias : new long[][] {{5}, {4, 1}, {1}, {4, 5}, {}}) {
                OneNode.of("Gemm")
                        .fed(left)
                        .constant(right)
                        .constant(bias)
                        .with("transA", a)
                        .with("transB", b)
                        .with("alpha", 0.5f)
                        .with("beta", 2f)
                        .check();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ReduceSum",
                "ReduceMean",
                "ReduceMax",
                "ReduceMin",
                "ReduceL1",
                "ReduceL2",
                "ReduceSumSquare",
                "ReduceLogSum",
                "ReduceLogSumExp"
            })
    void reductions(String operator) {
        long[][] choices = {{0}, {1}, {2}, {-1}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
        boolean operand = operator.equals("ReduceSum");
        for (long[] axes : choices) {
            for (long keep = 0; keep < 2; keep++) {
                OneNode node = OneNode.of(operator).version(13).range(0.5, 2).fed(2, 3, 4);
                (operand ? node.integers(axes) : node.axes(axes))
                        .with("keepdims", keep)
                        .check();
            }
        }
        OneNode.of(operator).version(13).range(0.5, 2).fed(2, 3, 4).check();
        OneNode.of(operator).version(18).range(0.5, 2).fed(2, 3, 4).integers(1).check();
        OneNode.of(operator)
                .version(18)
                .range(0.5, 2)
                .fed(2, 3, 2, 2, 4)
                .integers(1, 2)
                .check();
    }

    @Test
    void findsTheLargest() {
        for (String operator : List.of("ArgMax", "ArgMin")) {
            for (long axis = -1; axis < 3; axis++) {
                OneNode.of(operator).fed(2, 3, 4).with("axis", axis).check();
                OneNode.of(operator)
                        .fed(2, 3, 4)
                        .with("axis", axis)
                        .with("keepdims", 0L)
                        .check();
            }
        }
        OneNode.of("GlobalAveragePool").fed(2, 3, 4, 5).check();
        OneNode.of("GlobalMaxPool").fed(2, 3, 4, 5).check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Softmax", "LogSoftmax"})
    void softmaxOverAnyAxis(String operator) {
        for (long axis = -3; axis < 3; axis++) {
            OneNode.of(operator).version(13).fed(2, 3, 4).with("axis", axis).check();
            OneNode.of(operator).version(11).fed(2, 3, 4).with("axis", axis).check();
        }
        OneNode.of(operator).version(13).fed(2, 3, 4).check();
        OneNode.of(operator).version(11).fed(2, 3, 4).check();
        OneNode.of(operator).version(13).fed(2, 3, 2, 2, 4).with("axis", 2L).check();
        OneNode.of(operator).version(13).range(-200, 200).fed(4, 9).check();
    }

    @Test
    void layerNormalization() {
        OneNode.of("LayerNormalization").fed(2, 3, 8).constant(8).constant(8).check();
        OneNode.of("LayerNormalization")
                .fed(2, 3, 8)
                .constant(8)
                .with("epsilon", 0.1f)
                .check();
        OneNode.of("LayerNormalization")
                .fed(2, 3, 8)
                .constant(3, 8)
                .constant(3, 8)
                .with("axis", 1L)
                .check();
        OneNode.of("LayerNormalization")
                .fed(2, 3, 8)
                .constant(2, 3, 8)
                .with("axis", -3L)
                .results(3)
                .check();
    }

    @Test
    void otherNormalizations() {
        OneNode.of("InstanceNormalization")
                .fed(2, 3, 4, 5)
                .constant(3)
                .constant(3)
                .check();
        OneNode.of("LpNormalization").fed(2, 3, 4).check();
        OneNode.of("LpNormalization")
                .fed(2, 3, 4)
                .with("axis", 1L)
                .with("p", 1L)
                .check();
        OneNode batch = OneNode.of("BatchNormalization")
                .fed(2, 3, 4, 5)
                .constant(3)
                .constant(3)
                .constant(3);
        batch.range(0.5, 1).constant(3).with("epsilon", 0.01f).check();
        OneNode fed =
                OneNode.of("BatchNormalization").fed(2, 3, 4).fed(3).constant(3).constant(3);
        fed.range(0.5, 1).constant(3).check();
    }

    @Test
    void groupNormalization() {
        OneNode.of("GroupNormalization")
                .version(18)
                .fed(2, 4, 3, 2)
                .constant(2)
                .constant(2)
                .with("num_groups", 2L)
                .check();
        OneNode.of("GroupNormalization")
                .version(21)
                .fed(2, 4, 3, 2)
                .constant(4)
                .constant(4)
                .with("num_groups", 2L)
                .check();
    }
}
