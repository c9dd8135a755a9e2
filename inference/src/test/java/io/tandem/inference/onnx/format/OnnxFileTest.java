package io.tandem.inference.onnx.format;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static io.tandem.inference.onnx.OnnxBuilder.message;
import static io.tandem.inference.onnx.OnnxBuilder.packed;
import static io.tandem.inference.onnx.OnnxBuilder.tensor;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.OnnxBuilder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxFileTest {
    @TempDir
    Path folder;

    private static OnnxBuilder small() {
        return new OnnxBuilder()
                .operatorSet(13)
                .input("x", OnnxType.FLOAT, "batch", 3)
                .output("y", OnnxType.FLOAT, "batch", 2)
                .floats("w", List.of(3L, 2L), 1, 2, 3, 4, 5, 6)
                .integers("axes", List.of(2L), -1, 7)
                .node("MatMul", List.of("x", "w"), List.of("m"))
                .node("Softmax", List.of("m", ""), List.of("y"), attribute("axis", -1));
    }

    private OnnxFile open(byte[] content) throws IOException {
        return OnnxFile.open(Files.write(folder.resolve("model.onnx"), content));
    }

    private static OnnxTensor only(OnnxFile file) {
        return file.graph().initializers().getFirst();
    }

    @Test
    void readsAModel() throws IOException {
        try (OnnxFile file = open(small().build())) {
            OnnxGraph graph = file.graph();
            assertThat(file.operatorSets()).containsOnly(java.util.Map.entry("", 13L));
            assertThat(graph.inputs())
                    .containsExactly(new OnnxValue(
                            "x",
                            OnnxType.FLOAT,
                            Optional.of(List.of(new OnnxValue.Named("batch"), new OnnxValue.Fixed(3)))));
            assertThat(graph.nodes())
                    .containsExactly(
                            new OnnxNode("MatMul_0", "MatMul", "", List.of("x", "w"), List.of("m"), List.of()),
                            new OnnxNode(
                                    "Softmax_1",
                                    "Softmax",
                                    "",
                                    List.of("m", ""),
                                    List.of("y"),
                                    List.of(new OnnxAttribute("axis", new OnnxAttribute.OfInteger(-1)))));
            OnnxTensor weight = only(file);
            assertThat(weight.dimensions()).containsExactly(3L, 2L);
            assertThat(weight.data().toArray(JAVA_FLOAT_UNALIGNED)).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(weight.data().isMapped()).isTrue();
        }
    }

    @Test
    void readsDataFromEveryPlaceItMayLieIn() throws IOException {
        Files.write(folder.resolve("weights.bin"), new byte[] {9, 9, 0, 0, (byte) 0x80, 0x3f});
        OnnxBuilder model = small().initializer(
                        tensor("half", List.of(2L), OnnxType.FLOAT16, out -> packed(out, 5, 0x3c00, 0xbc00)))
                .initializer(tensor("flags", List.of(3L), OnnxType.BOOL, out -> packed(out, 5, 1, 0, 1)))
                .initializer(tensor("pieces", List.of(2L), OnnxType.FLOAT, out -> {
                    out.writeFloat(4, 1.5f);
                    out.writeFloat(4, 2.5f);
                }))
                .initializer(tensor("words", List.of(1L), OnnxType.STRING, out -> out.writeString(6, "wörd")))
                .initializer(tensor("outside", List.of(1L), OnnxType.FLOAT, out -> {
                    writeEntry(out, "location", "weights.bin");
                    writeEntry(out, "offset", "2");
                    writeEntry(out, "length", "4");
                    out.writeEnum(14, 1);
                }))
                .initializer(tensor("none", List.of(0L, 4L), OnnxType.FLOAT, out -> {}));
        try (OnnxFile file = open(model.build())) {
            List<OnnxTensor> tensors = file.graph().initializers();
            assertThat(tensors.get(2).data().toArray(JAVA_SHORT_UNALIGNED))
                    .containsExactly((short) 0x3c00, (short) 0xbc00);
            assertThat(tensors.get(3).data().toArray(JAVA_BYTE)).containsExactly(1, 0, 1);
            assertThat(tensors.get(4).data().toArray(JAVA_FLOAT_UNALIGNED)).containsExactly(1.5f, 2.5f);
            assertThat(tensors.get(5).strings()).containsExactly("wörd");
            assertThat(tensors.get(6).data().toArray(JAVA_FLOAT_UNALIGNED)).containsExactly(1f);
            assertThat(tensors.get(7).elements()).isZero();
        }
    }

    private static void writeEntry(com.google.protobuf.CodedOutputStream out, String key, String value)
            throws IOException {
        out.writeByteArray(13, message(entry -> {
            entry.writeString(1, key);
            entry.writeString(2, value);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret", "/etc/passwd", "", "a/../../b", "\0"})
    void externalDataMayNotLeaveTheModelsFolder(String location) {
        byte[] model = small().initializer(tensor("t", List.of(1L), OnnxType.FLOAT, out -> {
                    writeEntry(out, "location", location);
                    out.writeEnum(14, 1);
                }))
                .build();
        assertThatThrownBy(() -> open(model)).isInstanceOf(ModelException.class).hasMessageContaining("not inside");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void externalDataIsInOrdinaryFiles() throws IOException {
        Files.createSymbolicLink(folder.resolve("endless"), Path.of("/dev/zero"));
        byte[] model = small().initializer(tensor("t", List.of(1L), OnnxType.FLOAT, out -> {
                    writeEntry(out, "location", "endless");
                    out.writeEnum(14, 1);
                }))
                .build();
        assertThatThrownBy(() -> open(model))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("'endless' cannot be read: it is no ordinary file");
    }

    @Test
    void refusesTensorsWhoseDataDoesNotFitTheirShape() {
        byte[] model =
                new OnnxBuilder().floats("w", List.of(3L, 3L), 1, 2, 3, 4).build();
        assertThatThrownBy(() -> open(model))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("model.onnx: tensor 'w' of shape [3, 3] has 16 bytes of float");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40})
    void refusesImpossibleShapes(long dimension) {
        byte[] model =
                new OnnxBuilder().floats("w", List.of(dimension, dimension), 1).build();
        assertThatThrownBy(() -> open(model)).isInstanceOf(ModelException.class).hasMessageContaining("tensor 'w'");
    }

    @Test
    void refusesMissingEmptyAndForeignFiles() throws IOException {
        assertThatThrownBy(() -> OnnxFile.open(folder.resolve("none.onnx")))
                .isInstanceOf(ModelException.class)
                .hasMessageEndingWith("none.onnx: there is no such file");
        assertThatThrownBy(() -> OnnxFile.open(folder)).hasMessageEndingWith("it is a folder");
        assertThatThrownBy(() -> open(new byte[0])).hasMessageEndingWith("the file is empty");
        assertThatThrownBy(() -> open("<html>not a model</html>".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(ModelException.class)
                .hasMessageEndingWith("The file is damaged or no ONNX model.");
    }

    @Test
    void refusesGraphsThatNestWithoutEnd() {
        byte[] graph =
                new OnnxBuilder().node("Relu", List.of("x"), List.of("y")).graph();
        for (int i = 0; i < 200; i++) {
            byte[] inner = graph;
            graph = new OnnxBuilder()
                    .node("If", List.of(), List.of(), attribute("then", 5, out -> out.writeByteArray(6, inner)))
                    .graph();
        }
        byte[] model = graph;
        assertThatThrownBy(() -> open(message(out -> out.writeByteArray(7, model))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("nest more than 100 deep");
    }

    @Test
    void everyTruncationIsOneClearError() {
        byte[] model = small().build();
        for (int length = 1; length < model.length; length++) {
            byte[] cut = Arrays.copyOf(model, length);
            try (OnnxFile file = inMemory(cut)) {
                assertThat(file.graph()).isNotNull(); // the cut fell between two fields of the model itself
            } catch (ModelException e) {
                assertThat(e)
                        .hasMessageStartingWith("cannot read model test:")
                        .message()
                        .doesNotContain("\n");
            }
        }
    }

    @Test
    void mutatedFilesAreReadOrRefusedAndNothingElse() {
        byte[] model = small().build();
        Random random = new Random(20260101);
        int refused = 0;
        for (int round = 0; round < 10_000; round++) {
            byte[] mutant = model.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            try (OnnxFile file = inMemory(mutant)) {
                assertThat(file.graph()).isNotNull();
            } catch (ModelException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    @SuppressWarnings("MustBeClosedChecker") // the file owns the arena
    private static OnnxFile inMemory(byte[] content) {
        Arena arena = Arena.ofShared();
        MemorySegment bytes = arena.allocate(content.length);
        MemorySegment.copy(content, 0, bytes, JAVA_BYTE, 0, content.length);
        return OnnxFile.of("test", bytes, arena);
    }
}
