package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.UnsupportedModelException;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choices that shapes decide, as exporters write them: the branch that is taken becomes part of the graph. */
class BranchTest {
    private static byte[] graph(String name, OnnxBuilder body) {
        byte[] graph = body.graph();
        return attribute(name, 5, out -> out.writeByteArray(6, graph));
    }

    /** y is x · 2 + m where x has one row and max(x, 3) elsewhere; m is made outside. */
    static OnnxBuilder model() {
        OnnxBuilder one = new OnnxBuilder()
                .floats("two", List.of(), 2)
                .node("Mul", List.of("x", "two"), List.of("doubled"))
                .node("Add", List.of("doubled", "m"), List.of("inner"))
                .output("inner", OnnxType.FLOAT, "rows", 3);
        OnnxBuilder several = new OnnxBuilder()
                .floats("two", List.of(), 3)
                .node("Max", List.of("x", "two"), List.of("doubled"))
                .output("doubled", OnnxType.FLOAT, "rows", 3);
        return new OnnxBuilder()
                .input("x", OnnxType.FLOAT, "rows", 3)
                .integers("zero", List.of(), 0)
                .integers("one", List.of(), 1)
                .node("Neg", List.of("x"), List.of("m"))
                .node("Shape", List.of("x"), List.of("shape"))
                .node("Gather", List.of("shape", "zero"), List.of("rows"))
                .node("Equal", List.of("rows", "one"), List.of("single"))
                .node("If", List.of("single"), List.of("y"), graph("then_branch", one), graph("else_branch", several))
                .output("y");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theShapeChooses(long rows) {
        float[] values = new float[(int) rows * 3];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 1.5f - 1;
        }
        OnnxTensor x = OnnxRuntime.floats("x", List.of(rows, 3L), values);
        Parity.check(model().build(), List.of(x));
    }

    @Test
    void oneModelMakesGraphsOfBothBranches() {
        try (OnnxModel model = OnnxModel.of("test", model().build())) {
            for (long rows : new long[] {1, 2, 1}) {
                String made = model.graph(ImportRequest.create().withSize("rows", rows)).graph().nodes().stream()
                        .map(node -> node.op().name())
                        .toList()
                        .toString();
                assertThat(made).isEqualTo(rows == 1 ? "[NEG, SCALE, ADD]" : "[NEG, MAX]");
            }
        }
    }

    @Test
    void choicesNest() {
        OnnxBuilder inner =
                new OnnxBuilder().node("Abs", List.of("t"), List.of("u")).output("u", OnnxType.FLOAT, 2);
        OnnxBuilder other =
                new OnnxBuilder().node("Neg", List.of("t"), List.of("v")).output("v", OnnxType.FLOAT, 2);
        OnnxBuilder outer = new OnnxBuilder()
                .node("Exp", List.of("x"), List.of("t"))
                .node("If", List.of("no"), List.of("w"), graph("then_branch", inner), graph("else_branch", other))
                .output("w", OnnxType.FLOAT, 2);
        OnnxBuilder never =
                new OnnxBuilder().node("Unheard", List.of("x"), List.of("z")).output("z", OnnxType.FLOAT, 2);
        byte[] model = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 2)
                .constant(OnnxRuntime.booleans("yes", List.of(), 1))
                .constant(OnnxRuntime.booleans("no", List.of(), 0))
                .node("If", List.of("yes"), List.of("y"), graph("then_branch", outer), graph("else_branch", never))
                .output("y")
                .build();
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            OnnxTensor x = OnnxRuntime.floats("x", List.of(2L), 0, 1);
            OnnxTensor y =
                    Parity.run(opened.graph(ImportRequest.create()), List.of(x)).get("y");
            assertThat(Parity.error(y, OnnxRuntime.floats("y", List.of(2L), -1, (float) -Math.E)))
                    .isLessThan(Parity.TOLERANCE);
        }
    }

    @Test
    void whatTheRunDecidesIsRefused() {
        OnnxBuilder body =
                new OnnxBuilder().node("Abs", List.of("x"), List.of("a")).output("a", OnnxType.FLOAT, 1);
        OnnxBuilder builder = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 1)
                .input("c", OnnxType.BOOL)
                .node("If", List.of("c"), List.of("y"), graph("then_branch", body), graph("else_branch", body))
                .output("y");
        try (OnnxModel model = OnnxModel.of("test", builder.build())) {
            assertThat(model.shapeInputs()).containsExactly("c");
            assertThatThrownBy(() -> model.graph(ImportRequest.create()))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("If-17 'If_0': a condition that is not known before the run");
            ImportRequest known = ImportRequest.create().withValue("c", OnnxRuntime.booleans("c", List.of(), 1));
            assertThat(model.graph(known).graph().nodes()).hasSize(1);
        }
    }

    @Test
    void problemsOfABranchAreTold() {
        OnnxBuilder body =
                new OnnxBuilder().node("Unheard", List.of("x"), List.of("a")).output("a", OnnxType.FLOAT, 1);
        OnnxBuilder builder = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 1)
                .constant(OnnxRuntime.booleans("yes", List.of(), 1))
                .node("If", List.of("yes"), List.of("b"), graph("then_branch", body), graph("else_branch", body))
                .node("Abs", List.of("b"), List.of("y"))
                .output("y");
        try (OnnxModel model = OnnxModel.of("test", builder.build())) {
            assertThatThrownBy(() -> model.graph(ImportRequest.create()))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("unsupported: Unheard-17 'Unheard_0'. Supported operators: Abs,");
        }
    }
}
