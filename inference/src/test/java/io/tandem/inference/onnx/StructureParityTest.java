package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators that move elements, against ONNX Runtime. */
class StructureParityTest {
    @Test
    void reshapes() {
        OneNode.of("Reshape").fed(2, 3, 4).integers(4, 6).check();
        OneNode.of("Reshape").fed(2, 3, 4).integers(0, -1).check();
        OneNode.of("Reshape").fed(2, 3, 4).integers(-1).check();
        OneNode.of("Reshape").fed(1).integers().check();
        OneNode.of("Reshape").fed(2, 3, 4).integers(1, 2, 3, 2, 2, 1).check();
        OneNode.of("Reshape").fed(0, 3).integers(3, 0).with("allowzero", 1L).check();
        OneNode.of("Reshape").version(4 + 1).fed(2, 6).integers(3, 4).check();
        OneNode.of("Flatten").fed(2, 3, 4).check();
        for (long axis = -3; axis <= 3; axis++) {
            OneNode.of("Flatten").fed(2, 3, 4).with("axis", axis).check();
        }
    }

    @Test
    void squeezesAndUnsqueezes() {
        OneNode.of("Squeeze").fed(1, 3, 1, 4).check();
        OneNode.of("Squeeze").fed(1, 3, 1, 4).integers(2).check();
        OneNode.of("Squeeze").fed(1, 3, 1, 4).integers(-2, 0).check();
        OneNode.of("Squeeze").version(11).fed(1, 3, 1, 4).axes(0).check();
        OneNode.of("Unsqueeze").fed(3, 4).integers(0).check();
        OneNode.of("Unsqueeze").fed(3, 4).integers(-1, 0).check();
        OneNode.of("Unsqueeze").fed(3, 4).integers(3, 1, 0).check();
        OneNode.of("Unsqueeze").version(11).fed(3, 4).axes(1, 2).check();
    }

    @Test
    void transposes() {
        OneNode.of("Transpose").fed(2, 3, 4).check();
        OneNode.of("Transpose").fed(3).check();
        long[][] orders = {{0, 2, 1, 3}, {3, 1, 0, 2}, {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}};
        for (long[] order : orders) {
            OneNode.of("Transpose")
                    .fed(2, 3, 4, 5)
                    .with(attribute("perm", order))
                    .check();
        }
        OneNode.of("Transpose")
                .fed(2, 3, 2, 3, 2)
                .with(attribute("perm", 0, 3, 4, 1, 2))
                .check();
        OneNode.of("Transpose")
                .fed(2, 1, 2, 3, 2, 2)
                .with(attribute("perm", 4, 5, 0, 1, 2, 3))
                .check();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, -1})
    void concatenates(long axis) {
        OneNode.of("Concat").fed(2, 3, 4).with("axis", axis).check();
        OneNode.of("Concat")
                .fed(2, 3, 4)
                .fed(2, 3, 4)
                .constant(2, 3, 4)
                .with("axis", axis)
                .check();
        OneNode.of("Concat")
                .fed(2, 3, 4)
                .fed(2, 3, 4)
                .fed(2, 3, 4)
                .fed(2, 3, 4)
                .fed(2, 3, 4)
                .with("axis", axis)
                .check();
        OneNode.of("Concat")
                .fed(2, 3, 2, 2, 2)
                .fed(2, 3, 2, 2, 2)
                .with("axis", axis)
                .check();
        OneNode.of("Concat")
                .fed(OnnxRuntime.integers("in0", List.of(1L, 1L, 2L), 5, 6))
                .constant(OnnxRuntime.integers("in1", List.of(1L, 1L, 2L), 7, 8))
                .with("axis", axis)
                .check();
    }

    @Test
    void concatenatesDifferentExtents() {
        OneNode.of("Concat")
                .fed(2, 3)
                .fed(2, 1)
                .fed(2, 0)
                .fed(2, 4)
                .with("axis", 1L)
                .check();
    }

    @Test
    void splits() {
        OneNode.of("Split").version(13).fed(6, 4).results(3).check();
        OneNode.of("Split").version(13).fed(6, 4).integers(1, 2, 3).results(3).check();
        OneNode.of("Split")
                .version(13)
                .fed(6, 4)
                .integers(4, 0)
                .with("axis", -1L)
                .results(2)
                .check();
        OneNode.of("Split")
                .version(11)
                .fed(6, 4)
                .with(attribute("split", 3, 1))
                .with("axis", 1L)
                .results(2)
                .check();
        OneNode.of("Split")
                .version(18)
                .fed(7, 4)
                .with("num_outputs", 3L)
                .results(3)
                .check();
        OneNode.of("Split")
                .version(13)
                .fed(2, 1, 4, 1, 3)
                .with("axis", 2L)
                .results(2)
                .check();
    }

    @Test
    void slices() {
        OneNode.of("Slice").fed(6, 7).integers(1, 2).integers(4, 5).check();
        OneNode.of("Slice")
                .fed(6, 7)
                .integers(-3)
                .integers(Long.MAX_VALUE)
                .integers(1)
                .check();
        OneNode.of("Slice")
                .fed(6, 7)
                .integers(0)
                .integers(6)
                .integers(0)
                .integers(2)
                .check();
        OneNode.of("Slice")
                .fed(6, 7)
                .integers(1)
                .integers(100)
                .integers(-1)
                .integers(3)
                .check();
        OneNode.of("Slice")
                .fed(6, 7)
                .integers(5)
                .integers(-100)
                .integers(0)
                .integers(-2)
                .check();
        OneNode.of("Slice")
                .fed(6, 7)
                .integers(-1)
                .integers(0)
                .integers(1)
                .integers(-1)
                .check();
        OneNode.of("Slice").fed(6, 7).integers(4).integers(2).integers(0).check();
        OneNode.of("Slice")
                .fed(3, 2, 2, 2, 2)
                .integers(1)
                .integers(3)
                .integers(0)
                .check();
        OneNode.of("Slice")
                .version(9)
                .fed(6, 7)
                .with(attribute("starts", 1, 0))
                .with(attribute("ends", 3, -1))
                .check();
    }

    @Test
    void repeats() {
        OneNode.of("Expand").fed(3, 1).integers(2, 1, 6).check();
        OneNode.of("Expand").fed(3, 4).integers(1).check();
        OneNode.of("Expand").fed().integers(2, 3).check();
        OneNode.of("Expand").fed(2, 1, 3, 1, 1).integers(2, 4, 3, 2, 2).check();
        OneNode.of("Expand")
                .fed(OnnxRuntime.integers("in0", List.of(2L, 1L), 3, 4))
                .integers(2, 3)
                .check();
        OneNode.of("Tile").fed(2, 3).integers(2, 1).check();
        OneNode.of("Tile").fed(2, 3, 4).integers(1, 2, 3).check();
    }

    @Test
    void gathersRowsByIndicesThatAreFed() {
        OneNode.of("Gather")
                .fed(5, 3)
                .fed(OnnxRuntime.integers("in1", List.of(2L, 2L), 4, 0, 1, 1))
                .check();
        OneNode.of("Gather")
                .constant(5, 3)
                .fed(OnnxRuntime.integers("in1", List.of(), 2))
                .check();
        for (long axis : new long[] {0, 1, 2, -1}) {
            OneNode.of("Gather")
                    .fed(4, 5, 6)
                    .fed(OneNode.tensor("in1", OnnxType.INT32, List.of(2L), 3, 0))
                    .with("axis", axis)
                    .check();
            OneNode.of("Gather")
                    .fed(4, 5, 6)
                    .fed(OnnxRuntime.integers("in1", List.of(1L, 3L), 3, 0, 2))
                    .with("axis", axis)
                    .check();
        }
    }

    @Test
    void gathersByKnownIndices() {
        for (long axis : new long[] {0, 1, 2, -1}) {
            OneNode.of("Gather")
                    .fed(4, 5, 6)
                    .integers(1, 2, 3)
                    .with("axis", axis)
                    .check();
            OneNode.of("Gather")
                    .fed(4, 5, 6)
                    .integers(-1, 0, 2)
                    .with("axis", axis)
                    .check();
            OneNode.of("Gather").fed(4, 5, 6).integers().with("axis", axis).check();
            OneNode.of("Gather")
                    .fed(4, 5, 6)
                    .constant(OnnxRuntime.integers("in1", List.of(), -2))
                    .with("axis", axis)
                    .check();
        }
    }

    @Test
    void gathersElements() {
        OneNode.of("GatherElements")
                .fed(2, 3)
                .fed(OnnxRuntime.integers("in1", List.of(2L, 2L), 2, 0, 1, 1))
                .with("axis", 1L)
                .check();
        OneNode.of("GatherElements")
                .fed(2, 3, 2)
                .fed(OnnxRuntime.integers("in1", List.of(2L, 1L, 2L), 2, 0, 1, 1))
                .with("axis", 1L)
                .check();
        OneNode.of("GatherElements")
                .fed(3, 2)
                .constant(OnnxRuntime.integers("in1", List.of(1L, 2L), -1, 0))
                .check();
    }

    @Test
    void tellsShapes() {
        OneNode.of("Shape").fed(2, 3, 4).check();
        OneNode.of("Shape").fed().check();
        OneNode.of("Shape").fed(2, 3, 4).with("start", -2L).check();
        OneNode.of("Shape").fed(2, 3, 4).with("start", 1L).with("end", -1L).check();
        OneNode.of("Shape").fed(2, 3, 4).with("start", 2L).with("end", 1L).check();
        OneNode.of("Size").fed(2, 3, 4).check();
    }

    @Test
    void dropsNothing() {
        OneNode.of("Dropout").fed(2, 3).check();
        OneNode.of("Dropout").version(7).fed(2, 3).with("ratio", 0.3f).check();
    }
}
