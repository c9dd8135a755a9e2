package io.tandem.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.LayoutOp;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal names the operation, its operands with their shapes, and the reason; nothing changes. */
class RefusalTest {
    private static final Shape MATRIX = Shape.of(4, 3);

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        (g, x) -> g.add(x, f32(g, 5)),
                        "ADD(x f32 [4, 3], y f32 [5]): operand 1 of shape [5] does not repeat to [4, 3]"),
                refusal(
                        (g, x) -> g.neg(g.input("y", DType.I32, MATRIX)),
                        "NEG(y i32 [4, 3]): operand 0 must be f32, f16 or bf16, not I32"),
                refusal(
                        (g, x) -> g.apply(new UnaryOp.Abs(), x, x),
                        "ABS(x f32 [4, 3], x f32 [4, 3]): takes 1 operands, not 2"),
                refusal(
                        (g, x) -> g.mulMat(x, f32(g, 5, 2)),
                        "MUL_MAT(x f32 [4, 3], y f32 [5, 2]): the dimensions 0 that are summed over differ: 4 and 5"),
                refusal(
                        (g, x) -> g.mulMat(f32(g, 4, 3, 2), x),
                        "MUL_MAT(y f32 [4, 3, 2], x f32 [4, 3]): dimensions 2 and 3 of operand 0 do not repeat to those of operand 1"),
                refusal(
                        (g, x) -> g.mulMat(x, g.input("y", DType.Q8_0, Shape.of(32))),
                        "operand 1 must be f32, f16 or bf16, not Q8_0"),
                refusal((g, x) -> g.reshape(x, 5), "RESHAPE(x f32 [4, 3]): numbers of elements differ: 12 and 5"),
                refusal((g, x) -> g.reshape(g.transpose(x), 12), "operand is not contiguous: insert cont"),
                refusal(
                        (g, x) -> g.view(x, Shape.of(4, 4), x.strides(), 0),
                        "VIEW(x f32 [4, 3]): view ends at byte 64 of an operand of 48 bytes"),
                refusal((g, x) -> g.view(x, Shape.of(2), x.strides(), 2), "must be multiples of 4 bytes for F32"),
                refusal(
                        (g, x) -> g.view(x, Shape.of(2), new Strides(-4, 4, 4, 4), 8),
                        "offset and strides must not be negative"),
                refusal(
                        (g, x) -> g.view(x, Shape.of(1L << 30, 1L << 20), new Strides(1L << 40, 4, 4, 4), 8),
                        "is too large"),
                refusal(
                        (g, x) -> g.slice(x, Shape.of(1, 0, 0, 0), Shape.of(4)),
                        "Slice [4] from [1, 0, 0, 0] is not within x f32 [4, 3]"),
                refusal((g, x) -> g.permute(x, 0, 0, 1, 2), "axes 0, 0, 1, 2 are not a permutation"),
                refusal(
                        (g, x) -> g.transpose(g.input("y", DType.Q4_0, Shape.of(32, 2))),
                        "TRANSPOSE(y q4_0 [32, 2]): dimension 0 of Q4_0 holds whole blocks and stays dimension 0"),
                refusal(
                        (g, x) -> g.concat(x, f32(g, 4, 2), 0),
                        "CONCAT(x f32 [4, 3], y f32 [4, 2]): dimensions 1 differ: 3 and 2"),
                refusal((g, x) -> g.apply(new LayoutOp.Concat(4), x, x), "dimensions are 0 to 3, not 4"),
                refusal(
                        (g, x) -> g.repeat(x, Shape.of(6, 3)),
                        "REPEAT(x f32 [4, 3]): operand of shape [4, 3] does not repeat to [6, 3]"),
                refusal(
                        (g, x) -> g.cpy(x, DType.Q4_0),
                        "CPY(x f32 [4, 3]): rows of 4 elements are not whole blocks of Q4_0"),
                refusal(
                        (g, x) -> g.getRows(x, f32(g, 2)),
                        "GET_ROWS(x f32 [4, 3], y f32 [2]): operand 1 must be i32 or i64, not F32"),
                refusal(
                        (g, x) -> g.getRows(x, g.input("y", DType.I32, Shape.of(2, 5))),
                        "dimension 2 of operand 0 and dimension 1 of the indices differ: 1 and 5"),
                refusal(
                        (g, x) -> g.softMax(x, f32(g, 4, 2), 1, 0),
                        "SOFT_MAX(x f32 [4, 3], y f32 [4, 2]): the mask has 2 rows, the scores have 3"),
                refusal((g, x) -> g.softMax(g.input("y", DType.F16, MATRIX)), "operand 0 must be F32, not F16"),
                refusal(
                        (g, x) -> g.diagMaskInf(x, -1),
                        "DIAG_MASK_INF(x f32 [4, 3]): past must not be negative, but is -1"),
                refusal(
                        (g, x) -> g.rope(x, g.input("p", DType.I32, Shape.of(1)), 6, RopeMode.NEOX, 10000),
                        "ROPE(x f32 [4, 3], p i32 [1]): dimensions must be even and at most 4, not 6"),
                refusal(
                        (g, x) -> g.rope(x, g.input("p", DType.I32, Shape.of(2)), 4, RopeMode.NEOX, 10000),
                        "dimension 2 and number of positions differ: 1 and 2"),
                refusal((g, x) -> g.swiglu(f32(g, 3)), "SWIGLU(y f32 [3]): dimension 0 must be even, not 3"),
                refusal((g, x) -> g.swiglu(x, g.input("y", DType.F16, MATRIX)), "operand 1 must be F32, not F16"),
                refusal((g, x) -> g.clamp(x, 2, 1), "lower bound 2.0 is not at most upper bound 1.0"),
                refusal((g, x) -> g.norm(x, -1), "NORM(x f32 [4, 3]): eps must not be negative, but is -1.0"),
                refusal(
                        (g, x) -> g.argmax(f32(g, 2, 2, 2)),
                        "ARGMAX(y f32 [2, 2, 2]): operand must be a matrix, not [2, 2, 2]"),
                refusal((g, x) -> g.argmax(f32(g, 0, 2)), "rows must not be empty"),
                refusal(
                        (g, x) -> g.setRows(x, x, g.input("i", DType.I64, Shape.of(3))),
                        "operand 0 is not a view of a state"),
                refusal(
                        (g, x) -> g.setRows(state(g), x, g.input("i", DType.I64, Shape.of(2))),
                        "SET_ROWS(s f32 [4, 8], x f32 [4, 3], i i64 [2]): numbers of rows and indices differ: 3 and 2"),
                refusal(
                        (g, x) -> g.copyInto(state(g), x),
                        "COPY_INTO(s f32 [4, 8], x f32 [4, 3]): shapes differ: [4, 8] and [4, 3]"),
                refusal(
                        (g, x) -> g.neg(Graph.builder().input("alien", DType.F32, MATRIX)),
                        "alien f32 [4, 3] belongs to another graph"),
                refusal((g, x) -> g.input("x", DType.F32, MATRIX), "There is a tensor named x already"),
                refusal((g, x) -> g.input("", DType.F32, MATRIX), "A name must not be empty"),
                refusal((g, x) -> g.name("z", x), "x f32 [4, 3] has its name already"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void names(BiFunction<GraphBuilder, Tensor, Tensor> mistake, String message) {
        GraphBuilder graph = Graph.builder();
        Tensor x = graph.input("x", DType.F32, MATRIX);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mistake.apply(graph, x))
                .withMessageContaining(message);
        Tensor result = graph.name("result", graph.output(graph.neg(x)));
        Graph built = graph.build();
        assertThat(built.outputs()).containsExactly(result);
        assertThat(built.nodes()).allMatch(node -> node.op().name().matches("NEG|TRANSPOSE"));
    }

    /** A name whose tensor was refused is free again. */
    @ParameterizedTest
    @MethodSource("blockTypes")
    void refusedInputsLeaveNoName(DType type) {
        GraphBuilder graph = Graph.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> graph.input("y", type, Shape.of(33)));
        assertThat(graph.input("y", type, Shape.of(32)).name()).isEqualTo("y");
    }

    static Stream<DType> blockTypes() {
        return Stream.of(DType.values()).filter(type -> type.isQuantized() && 32 % type.blockLength() == 0);
    }

    private static Arguments refusal(BiFunction<GraphBuilder, Tensor, Tensor> mistake, String message) {
        return Arguments.of(mistake, message);
    }

    private static Tensor f32(GraphBuilder graph, long... shape) {
        return graph.input("y", DType.F32, Shape.of(shape));
    }

    private static Tensor state(GraphBuilder graph) {
        return graph.state(State.of("s", DType.F32, Shape.of(4, 8)));
    }
}
