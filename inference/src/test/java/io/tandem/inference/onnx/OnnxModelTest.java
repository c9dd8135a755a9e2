package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.graph.Tensor;
import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxModelTest {
    private static OnnxBuilder small() {
        return new OnnxBuilder()
                .operatorSet(13)
                .input("x", OnnxType.FLOAT, "batch", 3)
                .output("y", OnnxType.FLOAT, "batch", 2)
                .floats("w", List.of(3L, 2L), 1, 2, 3, 4, 5, 6)
                .node("MatMul", List.of("x", "w"), List.of("m"))
                .node("Softmax", List.of("m"), List.of("y"), attribute("axis", -1));
    }

    private static ImportedGraph imported(OnnxBuilder builder, ImportRequest request) {
        try (OnnxModel model = OnnxModel.of("test", builder.build())) {
            return model.graph(request);
        }
    }

    private static String failure(OnnxBuilder builder) {
        return failure(builder, ImportRequest.create());
    }

    private static String failure(OnnxBuilder builder, ImportRequest request) {
        try {
            imported(builder, request);
        } catch (ModelException e) {
            assertThat(e.getMessage()).doesNotContain("\n");
            return e.getMessage();
        }
        throw new AssertionError("not refused");
    }

    @Test
    void tellsWhatTheModelTakes(@TempDir Path folder) throws IOException {
        try (OnnxModel model = OnnxModel.open(Files.write(folder.resolve("small.onnx"), small().build()))) {
            assertThat(model.inputs()).hasSize(1);
            assertThat(model.inputs().getFirst().name()).isEqualTo("x");
            assertThat(model.outputs().getFirst().name()).isEqualTo("y");
            assertThat(model.operatorSets()).containsEntry("", 13L);
            assertThat(model.name()).endsWith("small.onnx");
        }
    }

    @Test
    void sizesOfNamedDimensionsShapeTheInputs() {
        ImportedGraph graph = imported(small(), ImportRequest.create().withSize("batch", 7));
        assertThat(graph.inputs().get("x").shape()).containsExactly(7L, 3L);
        assertThat(graph.outputs().get("y").shape()).containsExactly(7L, 2L);
        assertThat(graph.outputs().get("y").type()).isEqualTo(OnnxType.FLOAT);
        assertThat(graph.graph().tensor("m")).isPresent();
        assertThat(graph.graph().outputsByName()).containsKey("y");
    }

    @Test
    void graphsOfAModelShareItsWeights() {
        try (OnnxModel model = OnnxModel.of("test", small().build())) {
            ImportedGraph a = model.graph(ImportRequest.create().withShape("x", List.of(2L, 3L)));
            ImportedGraph b = model.graph(ImportRequest.create().withShape("x", List.of(5L, 3L)));
            List<Tensor> weights = a.graph().weights();
            assertThat(weights).hasSize(1);
            assertThat(weights.getFirst().weight())
                    .isSameAs(b.graph().weights().getFirst().weight());
        }
    }

    @Test
    void wrongRequestsAreTheCallersMistake() {
        String[] messages = {
            "dimension 'batch'",
            "no input 'z' but x",
            "takes shape [batch, 3], not [2, 4]",
            "no dimension 'b' but batch",
            "no output 'q' but y",
            "takes shape [batch, 3], not [2], with"
        };
        ImportRequest[] requests = {
            ImportRequest.create(),
            ImportRequest.create().withShape("z", List.of(1L)),
            ImportRequest.create().withShape("x", List.of(2L, 4L)),
            ImportRequest.create().withSize("b", 1),
            ImportRequest.create().withSize("batch", 1).withOutputs(Set.of("q")),
            ImportRequest.create().withSize("batch", 1).withShape("x", List.of(2L))
        };
        for (int i = 0; i < requests.length; i++) {
            ImportRequest request = requests[i];
            assertThatThrownBy(() -> imported(small(), request))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(messages[i]);
        }
    }

    @Test
    void inputsOfKnownValueAreConstants() {
        OnnxBuilder builder = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 2, 6)
                .input("shape", OnnxType.INT64, 2)
                .output("y")
                .node("Reshape", List.of("x", "shape"), List.of("y"));
        OnnxTensor shape = OnnxRuntime.integers("shape", List.of(2L), 3, 4);
        ImportedGraph graph = imported(builder, ImportRequest.create().withValue("shape", shape));
        assertThat(graph.outputs().get("y").shape()).containsExactly(3L, 4L);
        assertThat(graph.inputs()).containsOnlyKeys("x");
        assertThat(failure(builder)).contains("Reshape", "operand 1 is not known before the run");
    }

    @Test
    void onlyWantedOutputsAreComputed() {
        OnnxBuilder builder = small().output("z").node("Unheard", List.of("m"), List.of("z"));
        ImportRequest request = ImportRequest.create().withSize("batch", 1);
        assertThat(imported(builder, request.withOutputs(Set.of("y"))).outputs())
                .containsOnlyKeys("y");
        assertThat(failure(builder, request)).contains("Unheard-13 'Unheard_2'");
    }

    @Test
    void unsupportedOperatorsAreToldTogether() {
        OnnxBuilder builder = small().node("Unheard", List.of("x"), List.of("a"))
                .node("Relu", List.of("a"), List.of("b"))
                .node("com.acme", "Magic", List.of("x"), List.of("c"))
                .node("ConstantOfShape", List.of("x"), List.of("d"))
                .output("b")
                .output("c")
                .output("d");
        assertThat(failure(builder, ImportRequest.create().withSize("batch", 1)))
                .startsWith("cannot import model test: unsupported: ")
                .contains("Unheard-13 'Unheard_2'; com.acme:Magic-13 'Magic_4'; ")
                .contains("ConstantOfShape-13 'ConstantOfShape_5': operand 0 is not known before the run")
                .contains("Supported operators: Abs, Acosh, Add,")
                .doesNotContain("Relu-13");
    }

    @Test
    void unsupportedTypesAreNamed() {
        OnnxBuilder builder =
                new OnnxBuilder().input("x", OnnxType.UINT4, 2).output("y").node("Relu", List.of("x"), List.of("y"));
        assertThat(failure(builder)).contains("input 'x': elements of type uint4");
    }

    @Test
    void graphsThatContradictThemselvesAreRefused() {
        assertThat(failure(small().node("Relu", List.of("nothing"), List.of("r"))))
                .contains("cannot read model test: Relu 'Relu_2' needs 'nothing', which nothing makes");
        assertThat(failure(small().node("Relu", List.of("x"), List.of("m"))))
                .contains("the name 'm' is given twice, the second time to a result of Relu 'Relu_2'");
        assertThat(failure(small().floats("w", List.of(1L), 1))).contains("'w' is given twice");
        assertThat(failure(small().floats("", List.of(1L), 1))).contains("has no name");
        assertThat(failure(small().output("missing"))).contains("needs 'missing'");
        assertThat(failure(new OnnxBuilder().input("x", OnnxType.FLOAT, 1).node("Relu", List.of("x"), List.of("y"))))
                .contains("no outputs");
        assertThat(failure(new OnnxBuilder()
                        .input("x", OnnxType.FLOAT, 1)
                        .output("a")
                        .node("Add", List.of("x", "b"), List.of("a"))
                        .node("Relu", List.of("a"), List.of("b"))))
                .contains("depends on its own result");
    }

    @Test
    void nodesOutOfOrderAreBroughtIntoOrder() {
        OnnxBuilder builder = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 1)
                .output("y")
                .node("Relu", List.of("a"), List.of("y"))
                .node("Exp", List.of("x"), List.of("a"));
        assertThat(imported(builder, ImportRequest.create()).graph().nodes()).hasSize(2);
    }

    @Test
    void namesThatCollideWithGeneratedOnesAreFine() {
        OnnxBuilder builder = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 2, 2)
                .floats("w", List.of(2L, 2L), 1, 2, 3, 4)
                .floats("w.T", List.of(2L), 1, 2)
                .output("y")
                .node("MatMul", List.of("x", "w"), List.of("m"))
                .node("Add", List.of("m", "w.T"), List.of("y"));
        assertThatCode(() -> imported(builder, ImportRequest.create())).doesNotThrowAnyException();
    }

    @Test
    void nodesThatContradictThemselvesAreRefused() {
        assertThat(oneNode("Reshape", attribute("shape", 7L, 9L)))
                .contains("Reshape-17 'Reshape_0': shape [2, 3] cannot become");
        assertThat(oneNode("Transpose", attribute("perm", 0L, 0L))).contains("[0, 0] is no order of 2 axes");
        assertThat(oneNode("Transpose", attribute("perm", "text"))).contains("'perm' should be a list of integers");
        assertThat(oneNode("Softmax", attribute("axis", 5))).contains("axis 5 of a tensor of shape [2, 3]");
        assertThat(oneNode("Squeeze", attribute("axes", new long[] {0}))).contains("cannot squeeze axis 0");
        assertThat(oneNode("Cast", attribute("to", 99))).contains("no element type 99");
        assertThat(oneNode("Add")).contains("operand 1 is missing");
        assertThat(oneNode("Transpose", attribute("perm", Long.MAX_VALUE, 0L))).contains("Transpose-17");
        assertThat(oneNode("Split", attribute("split", -1L, 3L))).contains("parts [-1, 3]");
    }

    private static String oneNode(String operator, byte[]... attributes) {
        return failure(new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 2, 3)
                .output("y")
                .node(operator, List.of("x"), List.of("y"), attributes));
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, Long.MAX_VALUE, -5, Long.MIN_VALUE})
    void sizesBeyondReasonDoNotExhaustMemory(long size) {
        for (String operator : List.of("ConstantOfShape", "Expand", "Tile", "Range")) {
            OnnxBuilder builder = new OnnxBuilder().output("y").integers("size", List.of(1L), size);
            switch (operator) {
                case "ConstantOfShape" -> builder.node(operator, List.of("size"), List.of("y"));
                case "Range" ->
                    builder.integers("zero", List.of(), 0)
                            .integers("one", List.of(), 1)
                            .integers("n", List.of(), size)
                            .node(operator, List.of("zero", "n", "one"), List.of("y"));
                default -> builder.floats("one", List.of(1L), 1).node(operator, List.of("one", "size"), List.of("y"));
            }
            try {
                assertThat(imported(builder, ImportRequest.create()).outputs()).hasSize(1);
            } catch (ModelException e) {
                assertThat(e).hasMessageContaining("test");
            }
        }
    }

    @Test
    void mutatedModelsAreImportedOrRefusedAndNothingElse() throws IOException {
        byte[] model = small().operatorSet(13)
                .integers("axes", List.of(1L), 1)
                .integers("target", List.of(2L), -1, 1)
                .node("ReduceSum", List.of("y", "axes"), List.of("s"))
                .node("Shape", List.of("s"), List.of("shape"))
                .node("Reshape", List.of("s", "target"), List.of("r"))
                .node("Expand", List.of("r", "shape"), List.of("e"))
                .node("Transpose", List.of("e"), List.of("t"), attribute("perm", 1L, 0L))
                .integers("first", List.of(1L), 0)
                .node("Gather", List.of("t", "first"), List.of("g"))
                .node("Concat", List.of("g", "g"), List.of("c"), attribute("axis", 0))
                .output("c")
                .build();
        Random random = new Random(20260202);
        int imported = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] mutant = model.clone();
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            imported += importsOrRefuses(mutant);
        }
        for (int length = 1; length < model.length; length++) {
            imported += importsOrRefuses(Arrays.copyOf(model, length));
        }
        assertThat(imported).isGreaterThan(200);
    }

    private static int importsOrRefuses(byte[] content) {
        try (OnnxModel model = OnnxModel.of("mutant", content)) {
            ImportRequest request = ImportRequest.create();
            for (var input : model.inputs()) {
                request = request.withShape(input.name(), List.of(2L, 3L));
            }
            model.graph(request);
            return 1;
        } catch (ModelException | IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
            return 0;
        }
    }
}
