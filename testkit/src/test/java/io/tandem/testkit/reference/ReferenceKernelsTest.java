package io.tandem.testkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.op.BinaryOp;
import io.tandem.op.Op;
import io.tandem.op.ReductionOp;
import io.tandem.op.UnaryOp;
import io.tandem.op.ViewOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ggml's results do not cover; they are cases of the conformance suite. */
class ReferenceKernelsTest {
    private final ReferenceKernels kernels = ReferenceKernels.all();

    @Test
    void everyOperationHasAKernel() {
        assertThat(kernels.operations().stream().map(Class::getName))
                .containsExactlyInAnyOrderElementsOf(
                        operations(Op.class).map(Class::getName).toList());
    }

    private static Stream<Class<?>> operations(Class<?> type) {
        if (type == ViewOp.class) {
            return Stream.empty();
        }
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ReferenceKernelsTest::operations)
                : Stream.of(type);
    }

    /** Values of the C library. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.02, 0.0225645747",
        "0.5, 0.5204998778",
        "1, 0.8427007929",
        "-1, -0.8427007929",
        "1.5, 0.9661051465",
        "1.98, 0.9948920004"
    })
    void errorFunction(double x, double expected) {
        assertThat(Functions.erf(x)).isCloseTo(expected, within(1e-10));
    }

    @Test
    void errorFunctionAtItsEnds() {
        assertThat(Functions.erf(5.99)).isCloseTo(1, within(1e-15));
        assertThat(Functions.erf(Double.NEGATIVE_INFINITY)).isEqualTo(-1);
        assertThat(Functions.erf(Double.NaN)).isNaN();
        assertThat(Functions.erf(1e-300)).isCloseTo(2 / Math.sqrt(Math.PI) * 1e-300, within(1e-310));
    }

    @Test
    void elementwise() {
        assertThat(run(new UnaryOp.Reciprocal(), floats(4, -2, 0)))
                .containsExactly(0.25f, -0.5f, Float.POSITIVE_INFINITY);
        assertThat(run(new UnaryOp.Round(), floats(2.5f, -2.5f, 0.49999997f))).containsExactly(3, -3, 0);
        assertThat(run(new BinaryOp.Pow(), floats(2, -2, 9), floats(3, 3, 0.5f)))
                .containsExactly(8, -8, 3);
        assertThat(run(new BinaryOp.Min(), floats(1, Float.NaN, 3), floats(2))).containsExactly(1, Float.NaN, 2);
        assertThat(run(new BinaryOp.Max(), floats(1, 5, Float.NaN), floats(2))).containsExactly(2, 5, Float.NaN);
    }

    @Test
    void rows() {
        assertThat(run(new ReductionOp.MaxRows(), floats(3, -7, 9, 2))).containsExactly(9);
        Elements nothing = new Elements(TensorLayout.of(DType.F32, Shape.of(0, 2)), MemorySegment.ofArray(new byte[0]));
        assertThat(run(new ReductionOp.MaxRows(), nothing))
                .containsExactly(Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
        assertThat(run(new ReductionOp.Mean(), nothing)).containsExactly(Float.NaN, Float.NaN);
        assertThat(run(new ReductionOp.Sum(), nothing)).containsExactly(0);
    }

    private float[] run(Op op, Elements... inputs) {
        TensorLayout layout =
                op.infer(Arrays.stream(inputs).map(Elements::layout).toList());
        float[] result = new float[(int) layout.elements()];
        kernels.find(op).run(List.of(inputs), new Elements(layout, MemorySegment.ofArray(result)));
        return result;
    }

    private static Elements floats(float... values) {
        return new Elements(TensorLayout.of(DType.F32, Shape.of(values.length)), MemorySegment.ofArray(values));
    }
}
