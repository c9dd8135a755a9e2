package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operators whose form has changed, at every operator set from 7 to 23, against ONNX Runtime, which knows those up to 21: the
 * last two are held against 21, in which these operators are the same.
 */
class OperatorSetTest {
    private static final long NEWEST_OF_THE_RUNTIME = 21;

    static LongStream versions() {
        return LongStream.rangeClosed(7, 23);
    }

    private static void check(long version, LongFunction<OneNode> form) {
        OneNode node = form.apply(version);
        if (version <= NEWEST_OF_THE_RUNTIME) {
            node.version(version).check();
            return;
        }
        List<OnnxTensor> expected = OnnxRuntime.run(
                form.apply(version).version(NEWEST_OF_THE_RUNTIME).build(), node.inputs());
        try (OnnxModel model = OnnxModel.of("test", node.version(version).build())) {
            var actual = Parity.run(model.graph(ImportRequest.create()), node.inputs());
            for (OnnxTensor output : expected) {
                assertThat(Parity.error(actual.get(output.name()), output)).isLessThan(Parity.TOLERANCE);
            }
        }
    }

    /** Axes as a parameter before a version, as an operand from it on. */
    private static OneNode axes(OneNode node, long version, long since, long... axes) {
        return version < since ? node.axes(axes) : node.integers(axes);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shapes(long version) {
        check(version, v -> axes(OneNode.of("Squeeze").fed(2, 1, 3), v, 13, 1));
        check(version, v -> axes(OneNode.of("Unsqueeze").fed(2, 3), v, 13, 0, 2));
        check(version, v -> OneNode.of("Reshape").fed(2, 6).integers(0, 3, -1));
        check(version, v -> OneNode.of("Flatten").fed(2, 3, 2).with("axis", 2));
        check(version, v -> OneNode.of("Concat").fed(2, 3).fed(2, 2).with("axis", 1));
        if (version >= 8) {
            check(version, v -> OneNode.of("Expand").fed(3, 1).integers(2, 1, 4));
        }
        check(version, v -> OneNode.of("Tile").fed(2, 3).integers(2, 2));
        check(version, v -> OneNode.of("Transpose").fed(2, 3, 4).list("perm", 2, 0, 1));
        check(
                version,
                v -> v < 10
                        ? OneNode.of("Slice").fed(4, 5).list("starts", 1, -3).list("ends", 3, 9)
                        : OneNode.of("Slice").fed(4, 5).integers(1, -3).integers(3, 9));
        check(version, v -> {
            OneNode split = OneNode.of("Split").fed(6, 2).results(2);
            return v < 13 ? split.list("split", 2, 4) : split.integers(2, 4);
        });
    }

    @ParameterizedTest
    @MethodSource("versions")
    void reductions(long version) {
        for (String operator : List.of("ReduceMean", "ReduceMax", "ReduceL2", "ReduceLogSumExp", "ReduceProd")) {
            check(version, v -> axes(OneNode.of(operator).range(0.5, 2).fed(2, 3, 4), v, 18, 1));
        }
        check(version, v -> axes(OneNode.of("ReduceSum").fed(2, 3, 4), v, 13, 0, 2));
        check(version, v -> OneNode.of("ArgMax").fed(2, 3, 4).with("axis", 1));
        check(version, v -> OneNode.of("Softmax").fed(2, 3, 4).with("axis", 1));
        check(version, v -> OneNode.of("LogSoftmax").fed(2, 3, 4).with("axis", 2));
        check(
                version,
                v -> v < 10
                        ? OneNode.of("TopK").fed(2, 5).with("k", 2).results(2)
                        : OneNode.of("TopK").fed(2, 5).integers(2).results(2));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void arithmetic(long version) {
        for (String operator : List.of("Add", "Mul", "Div", "Pow", "Sub")) {
            check(version, v -> OneNode.of(operator).range(0.5, 2).fed(2, 3).fed(3));
        }
        for (String operator :
                List.of("Relu", "Sigmoid", "Exp", "Abs", "Elu", "LeakyRelu", "HardSigmoid", "Softplus")) {
            check(version, v -> OneNode.of(operator).fed(2, 3));
        }
        check(
                version,
                v -> v < 11
                        ? OneNode.of("Clip").fed(2, 3).with("min", -0.5f).with("max", 1f)
                        : OneNode.of("Clip").fed(2, 3).number(-0.5f).number(1));
        check(version, v -> OneNode.of("PRelu").fed(2, 3).constant(3));
        check(version, v -> OneNode.of("Gemm").fed(2, 3).constant(3, 4).constant(4));
        check(version, v -> OneNode.of("MatMul").fed(2, 2, 3).fed(2, 3, 2));
        check(version, v -> OneNode.of("Max").fed(2, 3).fed(2, 3).fed(2, 3));
        check(version, v -> OneNode.of("Cast").fed(2, 3).with("to", 7L));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void images(long version) {
        check(
                version,
                v -> OneNode.of("Conv").fed(1, 2, 5, 5).constant(2, 2, 3, 3).constant(2));
        check(version, v -> OneNode.of("ConvTranspose").fed(1, 2, 3, 3).constant(2, 1, 2, 2));
        check(version, v -> OneNode.of("MaxPool").fed(1, 2, 4, 4).list("kernel_shape", 2, 2));
        check(version, v -> OneNode.of("AveragePool").fed(1, 2, 4, 4).list("kernel_shape", 2, 2));
        check(version, v -> OneNode.of("GlobalAveragePool").fed(1, 2, 4, 4));
        check(
                version,
                v -> OneNode.of("BatchNormalization")
                        .fed(1, 2, 3, 3)
                        .range(0.5, 1)
                        .constant(2)
                        .constant(2)
                        .constant(2)
                        .constant(2));
        check(
                version,
                v -> OneNode.of("InstanceNormalization")
                        .fed(1, 2, 3, 3)
                        .constant(2)
                        .constant(2));
        check(
                version,
                v -> v < 11
                        ? OneNode.of("Pad").fed(2, 3).list("pads", 1, 0, 0, 2)
                        : OneNode.of("Pad").fed(2, 3).integers(1, 0, 0, 2));
        check(version, v -> OneNode.of("DepthToSpace").fed(1, 4, 2, 2).with("blocksize", 2));
        check(version, OperatorSetTest::upsampled);
        check(version, v -> OneNode.of("Dropout").fed(2, 3));
        check(version, v -> OneNode.of("Gather").fed(3, 2).constant(OnnxRuntime.integers("i", List.of(2L), 2, 0)));
    }

    private static OneNode upsampled(long version) {
        OnnxTensor scales = OnnxRuntime.floats("scales", List.of(4L), 1, 1, 2, 2);
        if (version < 9) {
            return OneNode.of("Upsample").fed(1, 1, 2, 2).with(attribute("scales", 6, out -> {
                for (float scale : new float[] {1, 1, 2, 2}) {
                    out.writeFloat(7, scale);
                }
            }));
        }
        if (version < 11) {
            return OneNode.of(version == 9 ? "Upsample" : "Resize")
                    .fed(1, 1, 2, 2)
                    .constant(scales);
        }
        OneNode resize = OneNode.of("Resize").fed(1, 1, 2, 2);
        OneNode region = version < 13 ? resize.constant(OnnxRuntime.floats("roi", List.of(0L))) : resize.none();
        return region.constant(scales);
    }
}
