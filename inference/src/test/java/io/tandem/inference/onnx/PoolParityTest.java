package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pooling and resizing, against ONNX Runtime. */
class PoolParityTest {
    private static OneNode pool(String operator, long... kernel) {
        return OneNode.of(operator).version(19).list("kernel_shape", kernel);
    }

    private static List<String> operations(ImportedGraph graph) {
        return graph.graph().nodes().stream().map(node -> node.op().name()).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MaxPool AveragePool LpPool | fed 2x3x6x7 | kernel_shape 2 3
            MaxPool AveragePool LpPool | fed 2x3x9 | kernel_shape 3, strides 2
            MaxPool AveragePool LpPool | fed 1x2x8x8 | kernel_shape 3 3, strides 2 2, pads 1 1 1 1
            MaxPool AveragePool LpPool | fed 1x2x8x8 | kernel_shape 3 2, strides 2 1, pads 0 1 2 0
            MaxPool AveragePool LpPool | fed 1x2x4x5x4 | kernel_shape 2 2 2
            MaxPool AveragePool LpPool | fed 1x2x6x7x5 | kernel_shape 2 3 2, strides 2 2 1, pads 1 0 0 0 1 1
            # dilated and rounded up
            MaxPool AveragePool | fed 1x1x7x7 | kernel_shape 2 2, dilations 2 3, ceil_mode 0
            MaxPool AveragePool | fed 1x1x7x7 | kernel_shape 2 2, dilations 2 3, ceil_mode 1
            MaxPool AveragePool | fed 1x2x8x6 | kernel_shape 3 3, strides 2 2, ceil_mode 0
            MaxPool AveragePool | fed 1x2x8x6 | kernel_shape 3 3, strides 2 2, ceil_mode 1
            # averages may count padding
            AveragePool | fed 1x2x5x6 | kernel_shape 3 3, pads 1 1 1 1, count_include_pad 0
            AveragePool | fed 1x2x5x6 | kernel_shape 3 3, pads 1 1 1 1, count_include_pad 1
            AveragePool | fed 1x2x5x6 | kernel_shape 3 2, pads 2 0 1 1, strides 2 1, count_include_pad 0
            AveragePool | fed 1x2x5x6 | kernel_shape 3 2, pads 2 0 1 1, strides 2 1, count_include_pad 1
            AveragePool | fed 1x2x6 | kernel_shape 2, dilations 2, pads 1 1, count_include_pad 0
            AveragePool | fed 1x2x6 | kernel_shape 2, dilations 2, pads 1 1, count_include_pad 1
            """)
    void windows(String operators, String operands, String parameters) {
        for (String operator : operators.split(" ", -1)) {
            OneNode.row(operator, operands, parameters).version(19).check();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAME_UPPER", "SAME_LOWER", "VALID"})
    void automaticPadding(String padding) {
        pool("AveragePool", 2, 2)
                .fed(1, 3, 6, 6)
                .with(attribute("auto_pad", padding))
                .check();
        pool("MaxPool", 3, 2)
                .fed(1, 3, 6, 7)
                .with(attribute("auto_pad", padding))
                .list("strides", 2, 2)
                .check();
    }

    @Test
    void whatTheTableHasIsOneOperation() {
        ImportedGraph graph = pool("MaxPool", 3, 3)
                .fed(1, 2, 9, 9)
                .list("strides", 2, 2)
                .list("pads", 1, 1, 1, 1)
                .check();
        assertThat(operations(graph)).containsExactly("POOL_2D");
    }

    @Test
    void infinitiesArePooled() {
        OneNode.of("MaxPool")
                .fed(OnnxRuntime.floats(
                        "in0", List.of(1L, 1L, 4L), Float.NEGATIVE_INFINITY, 1, Float.POSITIVE_INFINITY, 2))
                .list("kernel_shape", 2)
                .list("pads", 0, 1)
                .check();
    }

    @Test
    void neighbouringChannels() {
        OneNode.of("LRN").fed(2, 5, 3, 3).with("size", 3).check();
        OneNode.of("LRN")
                .fed(1, 6, 2, 1)
                .with("size", 5)
                .with("alpha", 0.5f)
                .with("beta", 0.6f)
                .with("bias", 2f)
                .check();
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 10, 11, 12})
    void allVersions(long version) {
        OneNode.of("MaxPool")
                .version(version)
                .fed(1, 2, 5, 5)
                .list("kernel_shape", 2, 2)
                .check();
        OneNode.of("AveragePool")
                .version(version)
                .fed(1, 2, 5, 5)
                .list("kernel_shape", 2, 2)
                .check();
    }

    private static OneNode resize(long version, float... scales) {
        return OneNode.of("Resize")
                .version(version)
                .fed(1, 2, 4, 5)
                .none()
                .constant(OnnxRuntime.floats("scales", List.of(4L), 1, 1, scales[0], scales[1]));
    }

    @ParameterizedTest
    @CsvSource({
        "nearest, half_pixel", "nearest, asymmetric", "nearest, align_corners", "nearest, pytorch_half_pixel",
        "linear, half_pixel", "linear, asymmetric", "linear, align_corners", "linear, pytorch_half_pixel",
        "cubic, half_pixel", "cubic, asymmetric", "cubic, align_corners", "cubic, pytorch_half_pixel",
        "linear, half_pixel_symmetric", "cubic, half_pixel_symmetric"
    })
    void resizes(String mode, String coordinates) {
        for (float[] scales : new float[][] {{2, 3}, {0.5f, 0.6f}, {1.5f, 2.2f}, {1, 2}}) {
            resize(19, scales)
                    .with(attribute("mode", mode))
                    .with(attribute("coordinate_transformation_mode", coordinates))
                    .check();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})
    void theNearestMayBeAnyNeighbour(String rounding) {
        resize(13, 1.5f, 2.4f)
                .with(attribute("mode", "nearest"))
                .with(attribute("nearest_mode", rounding))
                .check();
    }

    @Test
    void resizesToASize() {
        for (String mode : List.of("nearest", "linear", "cubic")) {
            OneNode.of("Resize")
                    .version(18)
                    .fed(1, 2, 4, 4)
                    .none()
                    .none()
                    .integers(1, 2, 3, 7)
                    .with(attribute("mode", mode))
                    .check();
        }
        OneNode.of("Resize")
                .version(18)
                .fed(1, 2, 4, 6)
                .none()
                .none()
                .integers(7, 8)
                .axes(2, 3)
                .with(attribute("keep_aspect_ratio_policy", "not_larger"))
                .check();
    }

    @Test
    void smoothsWhatGetsSmaller() {
        for (String mode : List.of("linear", "cubic")) {
            resize(18, 0.6f, 0.5f)
                    .with(attribute("mode", mode))
                    .with("antialias", 1)
                    .check();
        }
        resize(13, 0.8f, 0.8f)
                .with(attribute("mode", "cubic"))
                .with("exclude_outside", 1)
                .with("cubic_coeff_a", -0.5f)
                .check();
    }

    @Test
    void cropsAndResizes() {
        OneNode.of("Resize")
                .version(13)
                .fed(1, 1, 4, 4)
                .constant(OnnxRuntime.floats("roi", List.of(8L), 0, 0, 0.4f, 0.6f, 1, 1, 1.2f, 1.7f))
                .none()
                .integers(1, 1, 3, 3)
                .with(attribute("mode", "linear"))
                .with(attribute("coordinate_transformation_mode", "tf_crop_and_resize"))
                .with("extrapolation_value", 10f)
                .check();
    }

    @Test
    void olderVersions() {
        for (String mode : List.of("nearest", "linear")) {
            OneNode.of("Resize")
                    .version(10)
                    .fed(1, 2, 3, 4)
                    .constant(OnnxRuntime.floats("scales", List.of(4L), 1, 1, 2, 1.5f))
                    .with(attribute("mode", mode))
                    .check();
            OneNode.of("Upsample")
                    .version(9)
                    .fed(1, 2, 3, 4)
                    .constant(OnnxRuntime.floats("scales", List.of(4L), 1, 1, 2, 3))
                    .with(attribute("mode", mode))
                    .check();
            OneNode.of("Upsample")
                    .version(7)
                    .fed(1, 2, 3, 4)
                    .with(OnnxBuilder.attribute("scales", 6, out -> {
                        for (float scale : new float[] {1, 1, 2, 2}) {
                            out.writeFloat(7, scale);
                        }
                    }))
                    .with(attribute("mode", mode))
                    .check();
        }
    }
}
