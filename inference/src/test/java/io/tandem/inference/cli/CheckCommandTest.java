package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.OnnxRuntime;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    @TempDir
    Path folder;

    private Path test(String name, String operator, float expected) throws IOException {
        OnnxBuilder model = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 2)
                .output("y", OnnxType.FLOAT, 2)
                .node(operator, List.of("x"), List.of("y"));
        return TestFolder.create(folder, name, model)
                .with("input_0", OnnxRuntime.floats("x", List.of(2L), -1, 2))
                .with("output_0", OnnxRuntime.floats("y", List.of(2L), 1, expected))
                .path();
    }

    @Test
    void printsALineForEachTestAndTheirNumbersLast() throws IOException {
        Path passes = test("passes", "Abs", 2);
        Path fails = test("fails", "Abs", 2.5f);
        Path unsupported = test("unsupported", "Unheard", 2);
        Outcome outcome = Outcome.of("check", "--devices", "cpu", passes, fails, unsupported);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.lines())
                .containsExactly(
                        "PASS         passes  largest error 0.0",
                        "FAIL         fails  output 'y' has 1 wrong elements of 2, the largest error 0.5: 2.0 instead of 2.5"
                                + " at element 1",
                        "UNSUPPORTED  unsupported  Unheard-17 'Unheard_0'",
                        "1 PASS, 1 FAIL, 1 UNSUPPORTED");
        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    void whatIsUnsupportedIsNoFailure() throws IOException {
        List<String> lines = Outcome.of("check", "--devices", "cpu", test("a", "Abs", 2), test("b", "Unheard", 2))
                .succeeded()
                .lines();
        assertThat(lines).last().isEqualTo("1 PASS, 0 FAIL, 1 UNSUPPORTED");
    }

    @Test
    void brokenTestsFailAndTheOthersStillRun() throws IOException {
        Path noFolder = folder.resolve("nowhere");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path damaged = test("damaged", "Abs", 2);
        Files.write(damaged.resolve("model.onnx"), new byte[] {1, 2, 3});
        Path truncated = test("truncated", "Abs", 2);
        Path tensor = truncated.resolve("test_data_set_0/input_0.pb");
        byte[] content = Files.readAllBytes(tensor);
        Files.write(tensor, java.util.Arrays.copyOf(content, content.length - 5));
        Path good = test("good", "Abs", 2);
        Outcome outcome = Outcome.of("check", "--devices", "cpu", noFolder, empty, damaged, truncated, good);
        assertThat(outcome.lines()).hasSize(6);
        assertThat(outcome.lines().get(0)).startsWith("FAIL         nowhere").contains("there is no such file");
        assertThat(outcome.lines().get(1)).startsWith("FAIL         empty").contains("there is no such file");
        assertThat(outcome.lines().get(2)).startsWith("FAIL         damaged").contains("damaged or no ONNX model");
        assertThat(outcome.lines().get(3)).startsWith("FAIL         truncated").contains("damaged or no tensor");
        assertThat(outcome.lines().get(4)).startsWith("PASS         good");
        assertThat(outcome.lines()).last().isEqualTo("1 PASS, 4 FAIL, 0 UNSUPPORTED");
        assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    void helpAndWrongCommandLines() {
        assertThat(Outcome.of("check", "--help").succeeded().out()).contains("DIR", "UNSUPPORTED", "--devices");
        Outcome.of("check").failed(2, "DIR", "See tandem check --help");
        Outcome.of("check", "--devices", "quantum:0", folder).failed(2, "quantum:0");
    }
}
