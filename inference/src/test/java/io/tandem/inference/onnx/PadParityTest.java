package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements around those that there are, and blocks of them moved, against ONNX Runtime. */
class PadParityTest {
    @ParameterizedTest
    @ValueSource(strings = {"constant", "reflect", "edge", "wrap"})
    void pads(String mode) {
        for (long[] pads : new long[][] {{0, 1, 2, 0, 0, 1}, {1, 1, 3, 0, 2, 1}, {0, -1, 1, 0, 0, -2}}) {
            OneNode.of("Pad")
                    .version(19)
                    .fed(2, 3, 4)
                    .integers(pads)
                    .with(attribute("mode", mode))
                    .check();
        }
        OneNode.of("Pad")
                .version(18)
                .fed(2, 3, 4)
                .integers(1, 2)
                .none()
                .integers(-1)
                .check();
        OneNode.of("Pad")
                .version(11)
                .fed(1, 2, 2, 2, 3)
                .integers(0, 0, 1, 0, 2, 0, 0, 0, 1, 1)
                .check();
    }

    @Test
    void padsWithANumber() {
        long[] pads = {0, 1, 2, 0, 0, 1};
        OneNode.of("Pad").fed(2, 3, 4).integers(pads).number(7).check();
        OneNode.of("Pad")
                .fed(2, 3, 4)
                .integers(pads)
                .number(Float.NEGATIVE_INFINITY)
                .check();
        OneNode.of("Pad")
                .fed(2, 3, 4)
                .integers(pads)
                .fed(OnnxRuntime.floats("v", List.of(), 3))
                .check();
        OneNode.of("Pad")
                .fed(OnnxRuntime.integers("x", List.of(2L), 5, 6))
                .integers(1, 2)
                .constant(OnnxRuntime.integers("v", List.of(), 9))
                .check();
        OneNode.of("Pad")
                .version(7)
                .fed(2, 3, 4)
                .list("pads", pads)
                .with("value", 2f)
                .check();
        OneNode.of("Pad").constant(2, 3).integers(1, 0, 2, -1).number(4).check();
    }

    @Test
    void blocksOfImages() {
        OneNode.of("DepthToSpace").fed(2, 8, 2, 3).with("blocksize", 2).check();
        OneNode.of("DepthToSpace")
                .fed(2, 8, 2, 3)
                .with("blocksize", 2)
                .with(attribute("mode", "CRD"))
                .check();
        OneNode.of("SpaceToDepth").fed(2, 3, 4, 6).with("blocksize", 2).check();
    }
}
