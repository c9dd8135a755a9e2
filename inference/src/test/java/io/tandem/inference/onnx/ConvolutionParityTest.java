package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Convolutions of all kinds, against ONNX Runtime. */
class ConvolutionParityTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # images
            fed 2x3x7x6, constant 4x3x3x2 | |
            fed 1x3x7x6, constant 4x3x3x3, constant 4 | |
            fed 1x3x7x6, fed 4x3x1x1, fed 4 | |
            fed 1x2x9x8, constant 5x2x3x3 | kernel_shape 3 3, strides 2 1, dilations 1 2, pads 1 2 1 2 | CONV_2D
            # uneven padding is made beforehand
            fed 1x2x6x6, constant 3x2x3x3 | pads 0 2 1 0 | PAD CONV_2D
            # signals
            fed 2x3x12, constant 4x3x3, constant 4 | pads 1 1, strides 2 | CONV_1D
            fed 1x3x12, constant 4x3x3 | pads 3 0, dilations 2 |
            # channels by themselves
            fed 2x4x6x5, constant 4x1x3x3, constant 4 | group 4, pads 1 1 1 1 | CONV_2D_DW
            fed 2x3x6x5, constant 6x1x3x2 | group 3 |
            fed 2x3x10, constant 3x1x4 | group 3 |
            fed 2x3x10, constant 6x1x4 | group 3 |
            # groups of channels
            fed 2x4x6x5, constant 6x2x3x3, constant 6 | group 2 |
            fed 1x6x9, constant 3x2x3 | group 3 |
            # volumes
            fed 1x2x4x5x6, constant 3x2x2x3x2, constant 3 | |
            fed 2x2x5x5x6, constant 3x2x3x3x2 | strides 2 1 2, dilations 1 2 1, pads 1 1 0 1 2 1 |
            fed 1x4x4x4x4, constant 4x2x2x2x2 | group 2 |
            """)
    void convolutions(String operands, @Nullable String parameters, @Nullable String operations) {
        List<String> made = operations(OneNode.row("Conv", operands, parameters).check());
        if (operations != null) {
            List<String> wanted = List.of(operations.split(" ", -1));
            assertThat(made).containsAll(wanted);
            assertThat(made.contains("PAD")).isEqualTo(wanted.contains("PAD"));
        }
    }

    private static List<String> operations(ImportedGraph graph) {
        return graph.graph().nodes().stream().map(node -> node.op().name()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"})
    void automaticPadding(String padding) {
        OneNode.row("Conv", "fed 1x2x7x8, constant 3x2x2x4", "strides 2 3")
                .with(attribute("auto_pad", padding))
                .check();
        OneNode.row("Conv", "fed 1x2x11, constant 3x2x4", null)
                .with(attribute("auto_pad", padding))
                .check();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fed 1x2x4x3, constant 2x3x3x3, constant 3 |
            fed 2x2x4x3, constant 2x3x3x3 | strides 2 2, pads 1 0 1 1, output_padding 1 0
            fed 1x2x4x3, constant 2x3x2x3 | strides 3 2, dilations 2 1
            fed 1x4x3x3, constant 4x2x2x2, constant 4 | group 2, strides 2 2
            fed 1x3x5, constant 3x2x4 | strides 2, pads 1 1
            # to a shape
            fed 1x1x3x3, constant 1x2x3x3 | strides 3 2, output_shape 10 8, output_padding 1 1
            fed 1x1x3x3, constant 1x2x3x3 | strides 2 2, auto_pad SAME_UPPER
            fed 1x1x3x3, constant 1x2x3x3 | strides 2 2, auto_pad SAME_LOWER
            """)
    void transposed(String operands, @Nullable String parameters) {
        OneNode.row("ConvTranspose", operands, parameters).check();
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 11, 15, 19})
    void allVersions(long version) {
        for (String operator : List.of("Conv", "ConvTranspose")) {
            OneNode.row(operator, "fed 1x2x5x5, constant 2x2x3x3", null)
                    .version(version)
                    .check();
        }
    }
}
