package io.tandem.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.OnnxCheck.Outcome;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.TensorFile;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import io.tandem.testkit.reference.ReferenceBackend;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxCheckTest {
    @TempDir
    Path folder;

    private final Devices devices = Devices.of(new ReferenceBackend());
    private final Scheduler scheduler = Scheduler.of(devices.select());
    private final OnnxRunner runner = new OnnxRunner(scheduler, Placement.priority());

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectory(folder.resolve("test_data_set_0"));
    }

    @AfterEach
    void close() {
        devices.close();
    }

    private void write(String file, OnnxTensor tensor) throws IOException {
        byte[] content = OnnxBuilder.tensor(
                tensor.name(),
                tensor.dimensions(),
                tensor.type(),
                out -> out.writeByteArray(9, tensor.data().toArray(ValueLayout.JAVA_BYTE)));
        Files.write(folder.resolve("test_data_set_0").resolve(file), content);
    }

    private Outcome run(OnnxBuilder model) throws IOException {
        Files.write(folder.resolve("model.onnx"), model.build());
        return new OnnxCheck(runner).run(folder);
    }

    private static OnnxBuilder reshape(String operator) {
        return new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 4)
                .input("shape", OnnxType.INT64, 2)
                .output("y", OnnxType.FLOAT, 2, 2)
                .node(operator, List.of("x", "shape"), List.of("y"));
    }

    private void writeInputs() throws IOException {
        write("input_0.pb", OnnxRuntime.floats("x", List.of(4L), 1, 2, 3, 4));
        write("input_1.pb", OnnxRuntime.integers("shape", List.of(2L), 2, -1));
    }

    @Test
    void passesWithTheLargestError() throws IOException {
        writeInputs();
        write("output_0.pb", OnnxRuntime.floats("y", List.of(2L, 2L), 1, 2.001f, 3, 4));
        Outcome outcome = run(reshape("Reshape"));
        assertThat(outcome).isInstanceOf(Outcome.Pass.class);
        assertThat(((Outcome.Pass) outcome).largestError()).isBetween(0.0009, 0.0011);
    }

    @Test
    void failsWhereElementsOrShapesDiffer() throws IOException {
        writeInputs();
        write("output_0.pb", OnnxRuntime.floats("y", List.of(2L, 2L), 1, 2, 3.5f, 4));
        assertThat(run(reshape("Reshape")))
                .isEqualTo(
                        new Outcome.Fail(
                                "output 'y' has 1 wrong elements of 4, the largest error 0.5: 3.0 instead of 3.5 at element 2"));
        write("output_0.pb", OnnxRuntime.floats("y", List.of(4L), 1, 2, 3, 4));
        assertThat(run(reshape("Reshape")))
                .isEqualTo(new Outcome.Fail("output 'y' is float[2, 2] instead of float[4]"));
    }

    @Test
    void anInfinityIsMetExactlyOrNotAtAll() throws IOException {
        float infinity = Float.POSITIVE_INFINITY;
        writeInputs();
        write("output_0.pb", OnnxRuntime.floats("y", List.of(2L, 2L), 1, 2, infinity, 4));
        assertThat(run(reshape("Reshape")))
                .isEqualTo(new Outcome.Fail("output 'y' has 1 wrong elements of 4, the largest error Infinity:"
                        + " 3.0 instead of Infinity at element 2"));
        write("input_0.pb", OnnxRuntime.floats("x", List.of(4L), 1, 2, -infinity, 4));
        assertThat(run(reshape("Reshape"))).isInstanceOf(Outcome.Fail.class);
        write("input_0.pb", OnnxRuntime.floats("x", List.of(4L), 1, 2, infinity, 4));
        assertThat(run(reshape("Reshape"))).isEqualTo(new Outcome.Pass(0));
    }

    @Test
    void aTestThatExpectsNothingFails() throws IOException {
        writeInputs();
        assertThat(run(reshape("Reshape")))
                .isEqualTo(new Outcome.Fail("test_data_set_0 expects nothing: there is no output_0.pb"));
    }

    @Test
    void comparesOutputsThatAreTooLargeForConstants() throws IOException {
        int count = (int) HostTensor.MAX_ELEMENTS + 1;
        float[] values = new float[count];
        write("input_0.pb", OnnxRuntime.floats("x", List.of((long) count), values));
        values[count - 1] = 1;
        write("output_0.pb", OnnxRuntime.floats("y", List.of((long) count), values));
        OnnxBuilder model =
                new OnnxBuilder().input("x", OnnxType.FLOAT, "n").output("y").node("Neg", List.of("x"), List.of("y"));
        assertThat(run(model))
                .isInstanceOfSatisfying(
                        Outcome.Fail.class,
                        outcome -> assertThat(outcome.reason())
                                .contains("1 wrong elements of " + count)
                                .endsWith("-0.0 instead of 1.0 at element " + (count - 1)));
    }

    @Test
    void tellsWhatIsUnsupported() throws IOException {
        writeInputs();
        write("output_0.pb", OnnxRuntime.floats("y", List.of(2L, 2L), 1, 2, 3, 4));
        assertThat(run(reshape("Unheard")))
                .isInstanceOfSatisfying(
                        Outcome.Unsupported.class,
                        outcome -> assertThat(outcome.reason()).isEqualTo("Unheard-17 'Unheard_0'"));
    }

    @Test
    void whatIsMissingOrDamagedFails() throws IOException {
        assertThat(new OnnxCheck(runner).run(folder)).isInstanceOf(Outcome.Fail.class);
        assertThat(run(reshape("Reshape"))).isInstanceOf(Outcome.Fail.class);
        Files.write(folder.resolve("test_data_set_0/input_0.pb"), new byte[] {1, 2, 3});
        assertThat(run(reshape("Reshape")))
                .isInstanceOfSatisfying(
                        Outcome.Fail.class,
                        outcome -> assertThat(outcome.reason()).contains("input_0.pb", "damaged or no tensor"));
        assertThatThrownBy(() -> TensorFile.read(folder.resolve("none.pb")))
                .isInstanceOf(ModelException.class)
                .hasMessageEndingWith("there is no such file");
    }

    @Test
    void runsAModelOnce() {
        byte[] content = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, "n")
                .output("y")
                .node("Neg", List.of("x"), List.of("y"))
                .build();
        try (OnnxModel model = OnnxModel.of("neg", content)) {
            Map<String, OnnxTensor> outputs =
                    runner.run(model, Map.of("x", OnnxRuntime.floats("x", List.of(2L), 3, -4)));
            assertThat(outputs.get("y").data().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(-3, 4);
            assertThatThrownBy(() -> runner.run(model, Map.of("x", OnnxRuntime.integers("x", List.of(2L), 3, -4))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Input 'x' takes elements of type float, not int64");
        }
    }

    @Test
    void findsInputsThatDecideShapes() {
        byte[] content = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, "n")
                .input("k", OnnxType.INT64, 1)
                .input("other", OnnxType.FLOAT, "m")
                .output("y")
                .node("Shape", List.of("other"), List.of("s"))
                .node("Concat", List.of("s", "k"), List.of("shape"), OnnxBuilder.attribute("axis", 0))
                .node("Reshape", List.of("x", "shape"), List.of("y"))
                .build();
        try (OnnxModel model = OnnxModel.of("test", content)) {
            assertThat(model.shapeInputs()).containsExactly("k");
        }
    }
}
