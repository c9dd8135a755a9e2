package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tandem.op.AttentionOp.FlashAttnExt;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Sections;
import io.tandem.op.AttentionOp.SoftMax;
import io.tandem.op.AttentionOp.Yarn;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.op.PatternOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the rules of single operations say. */
class OperationRefusalTest {
    static Stream<Arguments> attention() {
        Rope sections = new Rope(4, RopeMode.MROPE, 10000, 1, Yarn.NONE, new Sections(1, 1, 0, 0));
        return Stream.of(
                refusal(
                        g -> g.flashAttnExt(f32(g, "q", 4, 3), f32(g, "k", 5, 2), f32(g, "v", 5, 2), 1),
                        "FLASH_ATTN_EXT(q f32 [4, 3], k f32 [5, 2], v f32 [5, 2]): the lengths of queries and keys differ"),
                refusal(
                        g -> g.flashAttnExt(f32(g, "q", 4, 3), f32(g, "k", 4, 2), f32(g, "v", 4, 3), 1),
                        "keys [4, 2] and values [4, 3] differ in more than dimension 0"),
                refusal(
                        g -> g.flashAttnExt(f32(g, "q", 4, 3, 4), f32(g, "k", 4, 2, 3), f32(g, "v", 4, 2, 3), 1),
                        "dimensions 2 and 3 of the keys [4, 2, 3] do not repeat to those of the queries [4, 3, 4]"),
                refusal(
                        g -> g.flashAttnExt(
                                f32(g, "q", 4, 3), f32(g, "k", 4, 2), f32(g, "v", 4, 2), f32(g, "m", 2, 2), 1),
                        "the mask has 2 rows, the scores have 3"),
                refusal(
                        g -> g.apply(new FlashAttnExt(1, 0, -1, false), f32(g, "q", 4), f32(g, "k", 4), f32(g, "v", 4)),
                        "the cap must not be negative, but is -1.0"),
                refusal(
                        g -> g.apply(new SoftMax(1, 0, true), f32(g, "x", 4, 3, 2), f32(g, "s", 3)),
                        "SOFT_MAX(x f32 [4, 3, 2], s f32 [3]): needs a sink for each of 2 heads, not [3]"),
                refusal(g -> g.apply(new SoftMax(1, 8, false), f32(g, "x", 4)), "a bias of 8.0 needs a mask"),
                refusal(
                        g -> g.apply(sections, f32(g, "x", 4, 2, 3), i32(g, "p", 3)),
                        "four times dimension 2 and number of positions differ: 12 and 3"),
                refusal(
                        g -> g.apply(
                                new Rope(4, RopeMode.IMROPE, 10000, 1, Yarn.NONE),
                                f32(g, "x", 4, 2, 3),
                                i32(g, "p", 12)),
                        "IMROPE does not go with Sections"),
                refusal(
                        g -> g.apply(
                                new Rope(4, RopeMode.VISION, 10000, 1, Yarn.NONE, new Sections(1, 1, 1, 1)),
                                f32(g, "x", 4, 2, 3),
                                i32(g, "p", 12)),
                        "dimensions must be half of 4, not 4"),
                refusal(g -> g.diagMaskZero(f32(g, "x", 4), -1), "past must not be negative, but is -1"));
    }

    static Stream<Arguments> matricesAndRows() {
        return Stream.of(
                refusal(
                        g -> g.mulMatId(f32(g, "a", 4, 3, 2), f32(g, "b", 4, 2, 5), i32(g, "i", 3, 5)),
                        "MUL_MAT_ID(a f32 [4, 3, 2], b f32 [4, 2, 5], i i32 [3, 5]): dimension 1 of [4, 2, 5] does not repeat to 3"),
                refusal(
                        g -> g.mulMatId(f32(g, "a", 4, 3, 2), f32(g, "b", 4, 1, 5), i32(g, "i", 3, 4)),
                        "dimension 2 of operand 1 and dimension 1 of the indices differ: 5 and 4"),
                refusal(
                        g -> g.mulMatId(f32(g, "a", 4, 3, 2, 2), f32(g, "b", 4, 1, 5), i32(g, "i", 3, 5)),
                        "operand 0 must have at most 3 dimensions, not [4, 3, 2, 2]"),
                refusal(
                        g -> g.outProd(f32(g, "a", 4, 3), f32(g, "b", 5, 2)),
                        "OUT_PROD(a f32 [4, 3], b f32 [5, 2]): the dimensions 1 that are summed over differ: 3 and 2"),
                refusal(
                        g -> g.addId(f32(g, "a", 4, 3), f32(g, "b", 4, 9), i32(g, "i", 2)),
                        "ADD_ID(a f32 [4, 3], b f32 [4, 9], i i32 [2]): indices of shape [2] do not fit the rows of [4, 3]"),
                refusal(g -> g.topK(f32(g, "x", 4), 5), "k must be from 0 to the row length 4, but is 5"),
                refusal(g -> g.topK(f32(g, "x", 4), -1), "k must be from 0 to the row length 4, but is -1"),
                refusal(g -> g.countEqual(f32(g, "a", 4), i32(g, "b", 4)), "operand 0 must be I32, not F32"),
                refusal(g -> g.countEqual(i32(g, "a", 4), i32(g, "b", 5)), "shapes differ: [4] and [5]"),
                refusal(g -> g.groupNorm(f32(g, "x", 4), 0, 1), "there must be groups, not 0"));
    }

    static Stream<Arguments> layout() {
        return Stream.of(
                refusal(
                        g -> g.pad(g.input("x", DType.Q8_0, Shape.of(32)), Shape.of(1)),
                        "PAD(x q8_0 [32]): operand 0 must not be quantized, but is Q8_0"),
                refusal(
                        g -> g.padReflect1d(f32(g, "x", 3), 3, 0),
                        "PAD_REFLECT_1D(x f32 [3]): a row of 3 elements cannot be mirrored for 3 before and 0 after it"),
                refusal(g -> g.diag(f32(g, "x", 3, 2)), "DIAG(x f32 [3, 2]): dimension 1 and 1 differ: 2 and 1"),
                refusal(
                        g -> g.where(f32(g, "c", 3), f32(g, "a", 3), i32(g, "b", 3)),
                        "WHERE(c f32 [3], a f32 [3], b i32 [3]): operand 2 must be F32, not I32"),
                refusal(
                        g -> g.where(f32(g, "c", 3), f32(g, "a", 4), f32(g, "b", 1)),
                        "operand 0 of shape [3] does not repeat to [4]"),
                refusal(
                        g -> g.set(f32(g, "a", 4, 3), f32(g, "b", 2, 2), 16, 48, 48, 36),
                        "SET(a f32 [4, 3], b f32 [2, 2]): view ends at byte 60 of an operand of 48 bytes"),
                refusal(
                        g -> g.set(f32(g, "a", 4, 3), f32(g, "b", 2, 2), 16, 48, 48, Long.MAX_VALUE - 3),
                        "SET(a f32 [4, 3], b f32 [2, 2]): offset 9223372036854775804 is too large"),
                refusal(
                        g -> g.acc(f32(g, "a", 4, 3), f32(g, "b", 3, 2), 8, 48, 48, 0),
                        "ACC(a f32 [4, 3], b f32 [3, 2]): elements of the part share places"),
                refusal(
                        g -> g.set(f32(g, "a", 4, 3), f32(g, "b", 2, 2), 18, 48, 48, 0),
                        "must be multiples of 4 bytes for F32"),
                refusal(
                        g -> g.acc(i32(g, "a", 4), i32(g, "b", 2), 16, 16, 16, 0),
                        "operand 0 must be f32, f16 or bf16"),
                refusal(g -> g.arange(0, 1, 0), "must be finite and the step not zero"),
                refusal(g -> g.arange(0, 1e20f, 1), "elements are too many"),
                refusal(
                        g -> g.apply(new PatternOp.Arange(0, 1, 1), f32(g, "x", 1)),
                        "ARANGE(x f32 [1]): takes 0 operands, not 1"),
                refusal(g -> g.fill(i32(g, "x", 1), 1), "FILL(x i32 [1]): operand 0 must be f32, f16 or bf16"));
    }

    static Stream<Arguments> convolutions() {
        return Stream.of(
                refusal(
                        g -> g.conv2d(f32(g, "k", 3, 3, 2, 5), f32(g, "x", 8, 8, 3), Axis.PLAIN, Axis.PLAIN),
                        "CONV_2D(k f32 [3, 3, 2, 5], x f32 [8, 8, 3]): the channels of kernel and data differ: 2 and 3"),
                refusal(
                        g -> g.conv2d(f32(g, "k", 3, 3, 2, 5), f32(g, "x", 8, 2, 2), Axis.PLAIN, Axis.PLAIN),
                        "a kernel of 3 does not fit data of 2 with Axis[stride=1, padding=0, dilation=1]"),
                refusal(
                        g -> g.conv1d(f32(g, "k", 3, 2, 5), i32(g, "x", 8, 2), Axis.PLAIN),
                        "CONV_1D(k f32 [3, 2, 5], x i32 [8, 2]): operand 1 must be f32, f16 or bf16, not I32"),
                refusal(
                        g -> g.conv2dDw(f32(g, "k", 3, 3, 2, 5), f32(g, "x", 8, 8, 5), Axis.PLAIN, Axis.PLAIN),
                        "dimension 2 of the kernel and 1 differ: 2 and 1"),
                refusal(
                        g -> g.convTranspose1d(f32(g, "k", 3, 2, 5), f32(g, "x", 0, 5), 1),
                        "neither the data, 0, nor the kernel, 3, may be empty"),
                refusal(
                        g -> g.ssmConv(f32(g, "x", 3, 8), f32(g, "k", 4, 8)),
                        "SSM_CONV(x f32 [3, 8], k f32 [4, 8]): a kernel of 4 does not fit data of 3"),
                refusal(
                        g -> g.im2col(f32(g, "x", 8, 2), 3, new Axis(0, 0, 1), DType.F32),
                        "stride 0 and dilation 1 must be positive and padding 0 not negative"),
                refusal(
                        g -> g.im2col(f32(g, "x", 8, 2), 3, Axis.PLAIN, DType.I32),
                        "the result must be f32, f16 or bf16, not I32"),
                refusal(
                        g -> {
                            Axis padded = new Axis(1, Integer.MAX_VALUE, 1);
                            int kernel = Integer.MAX_VALUE;
                            return g.im2col(f32(g, "x", 8, 8, 4), kernel, kernel, padded, padded, DType.F32);
                        },
                        "4 times 4611686014132420609 elements are too many"),
                refusal(
                        g -> g.convTranspose1d(f32(g, "k", 3, 2, 0), f32(g, "x", 1L << 40, 0), Integer.MAX_VALUE),
                        "1099511627775 times 2147483647 elements are too many"),
                refusal(
                        g -> g.pool1d(f32(g, "x", 8), Pooling.MAX, 2, 1, 2),
                        "POOL_1D(x f32 [8]): kernel 2 and stride 1 must be positive and padding 2 less than the kernel"),
                refusal(
                        g -> g.pool2d(f32(g, "x", 8, 2), Pooling.AVG, 3, 1, 0),
                        "POOL_2D(x f32 [8, 2]): a window of 3 does not fit 2 elements"),
                refusal(
                        g -> g.upscale(f32(g, "x", 0), Shape.of(4), Interpolation.NEAREST),
                        "UPSCALE(x f32 [0]): there is nothing to take elements of [4] from"),
                refusal(
                        g -> g.timestepEmbedding(f32(g, "x", 2), 0, 100),
                        "dimension 0 and period 100 must be positive"));
    }

    @ParameterizedTest
    @MethodSource({"attention", "matricesAndRows", "layout", "convolutions"})
    void says(Function<GraphBuilder, Tensor> mistake, String message) {
        GraphBuilder graph = Graph.builder();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mistake.apply(graph))
                .withMessageContaining(message);
    }

    private static Arguments refusal(Function<GraphBuilder, Tensor> mistake, String message) {
        return Arguments.of(mistake, message);
    }

    private static Tensor f32(GraphBuilder graph, String name, long... shape) {
        return graph.input(name, DType.F32, Shape.of(shape));
    }

    private static Tensor i32(GraphBuilder graph, String name, long... shape) {
        return graph.input(name, DType.I32, Shape.of(shape));
    }
}
