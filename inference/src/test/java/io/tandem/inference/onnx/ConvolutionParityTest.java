package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Convolutions of all kinds, against ONNX Runtime. */
class ConvolutionParityTest {
    private static List<String> operations(ImportedGraph graph) {
        return graph.graph().nodes().stream().map(node -> node.op().name()).toList();
    }

    @Test
    void images() {
        OneNode.of("Conv").fed(2, 3, 7, 6).constant(4, 3, 3, 2).check();
        OneNode.of("Conv").fed(1, 3, 7, 6).constant(4, 3, 3, 3).constant(4).check();
        OneNode.of("Conv").fed(1, 3, 7, 6).fed(4, 3, 1, 1).fed(4).check();
        OneNode node = OneNode.of("Conv")
                .fed(1, 2, 9, 8)
                .constant(5, 2, 3, 3)
                .list("kernel_shape", 3, 3)
                .list("strides", 2, 1)
                .list("dilations", 1, 2)
                .list("pads", 1, 2, 1, 2);
        assertThat(operations(node.check())).containsOnlyOnce("CONV_2D").doesNotContain("PAD");
    }

    @Test
    void unevenPaddingIsMadeBeforehand() {
        OneNode node = OneNode.of("Conv").fed(1, 2, 6, 6).constant(3, 2, 3, 3).list("pads", 0, 2, 1, 0);
        assertThat(operations(node.check())).contains("PAD", "CONV_2D");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"})
    void automaticPadding(String padding) {
        OneNode.of("Conv")
                .fed(1, 2, 7, 8)
                .constant(3, 2, 2, 4)
                .list("strides", 2, 3)
                .with(attribute("auto_pad", padding))
                .check();
        OneNode.of("Conv")
                .fed(1, 2, 11)
                .constant(3, 2, 4)
                .with(attribute("auto_pad", padding))
                .check();
    }

    @Test
    void signals() {
        OneNode node = OneNode.of("Conv")
                .fed(2, 3, 12)
                .constant(4, 3, 3)
                .constant(4)
                .list("pads", 1, 1)
                .list("strides", 2);
        assertThat(operations(node.check())).contains("CONV_1D");
        OneNode.of("Conv")
                .fed(1, 3, 12)
                .constant(4, 3, 3)
                .list("pads", 3, 0)
                .list("dilations", 2)
                .check();
    }

    @Test
    void channelsByThemselves() {
        OneNode node = OneNode.of("Conv")
                .fed(2, 4, 6, 5)
                .constant(4, 1, 3, 3)
                .constant(4)
                .with("group", 4)
                .list("pads", 1, 1, 1, 1);
        assertThat(operations(node.check())).contains("CONV_2D_DW");
        OneNode.of("Conv").fed(2, 3, 6, 5).constant(6, 1, 3, 2).with("group", 3).check();
        OneNode.of("Conv").fed(2, 3, 10).constant(3, 1, 4).with("group", 3).check();
        OneNode.of("Conv").fed(2, 3, 10).constant(6, 1, 4).with("group", 3).check();
    }

    @Test
    void groupsOfChannels() {
        OneNode.of("Conv")
                .fed(2, 4, 6, 5)
                .constant(6, 2, 3, 3)
                .constant(6)
                .with("group", 2)
                .check();
        OneNode.of("Conv").fed(1, 6, 9).constant(3, 2, 3).with("group", 3).check();
    }

    @Test
    void volumes() {
        OneNode.of("Conv")
                .fed(1, 2, 4, 5, 6)
                .constant(3, 2, 2, 3, 2)
                .constant(3)
                .check();
        OneNode.of("Conv")
                .fed(2, 2, 5, 5, 6)
                .constant(3, 2, 3, 3, 2)
                .list("strides", 2, 1, 2)
                .list("dilations", 1, 2, 1)
                .list("pads", 1, 1, 0, 1, 2, 1)
                .check();
        OneNode.of("Conv")
                .fed(1, 4, 4, 4, 4)
                .constant(4, 2, 2, 2, 2)
                .with("group", 2)
                .check();
    }

    @Test
    void transposed() {
        OneNode.of("ConvTranspose")
                .fed(1, 2, 4, 3)
                .constant(2, 3, 3, 3)
                .constant(3)
                .check();
        OneNode.of("ConvTranspose")
                .fed(2, 2, 4, 3)
                .constant(2, 3, 3, 3)
                .list("strides", 2, 2)
                .list("pads", 1, 0, 1, 1)
                .list("output_padding", 1, 0)
                .check();
        OneNode.of("ConvTranspose")
                .fed(1, 2, 4, 3)
                .constant(2, 3, 2, 3)
                .list("strides", 3, 2)
                .list("dilations", 2, 1)
                .check();
        OneNode.of("ConvTranspose")
                .fed(1, 4, 3, 3)
                .constant(4, 2, 2, 2)
                .constant(4)
                .with("group", 2)
                .list("strides", 2, 2)
                .check();
        OneNode.of("ConvTranspose")
                .fed(1, 3, 5)
                .constant(3, 2, 4)
                .list("strides", 2)
                .list("pads", 1, 1)
                .check();
    }

    @Test
    void transposedToAShape() {
        OneNode.of("ConvTranspose")
                .fed(1, 1, 3, 3)
                .constant(1, 2, 3, 3)
                .list("strides", 3, 2)
                .list("output_shape", 10, 8)
                .list("output_padding", 1, 1)
                .check();
        OneNode.of("ConvTranspose")
                .fed(1, 1, 3, 3)
                .constant(1, 2, 3, 3)
                .list("strides", 2, 2)
                .with(attribute("auto_pad", "SAME_UPPER"))
                .check();
        OneNode.of("ConvTranspose")
                .fed(1, 1, 3, 3)
                .constant(1, 2, 3, 3)
                .list("strides", 2, 2)
                .with(attribute("auto_pad", "SAME_LOWER"))
                .check();
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 11, 15, 19})
    void allVersions(long version) {
        OneNode.of("Conv").version(version).fed(1, 2, 5, 5).constant(2, 2, 3, 3).check();
        OneNode.of("ConvTranspose")
                .version(version)
                .fed(1, 2, 5, 5)
                .constant(2, 2, 3, 3)
                .check();
    }
}
