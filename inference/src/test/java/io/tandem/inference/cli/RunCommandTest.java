package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.OnnxRuntime;
import io.tandem.inference.onnx.format.NpyFile;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.TensorFile;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    private static final String CPU = "--devices=cpu";

    @TempDir
    Path folder;

    private Path model = Path.of("");
    private Path a = Path.of("");
    private Path b = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        model = Files.write(
                folder.resolve("model.onnx"),
                new OnnxBuilder()
                        .input("a", OnnxType.FLOAT, "rows", 2)
                        .input("b", OnnxType.INT64, 2)
                        .output("sum/x")
                        .output("index")
                        .node("Cast", List.of("b"), List.of("f"), OnnxBuilder.attribute("to", 1L))
                        .node("Add", List.of("a", "f"), List.of("sum/x"))
                        .node("ArgMax", List.of("a"), List.of("index"), OnnxBuilder.attribute("axis", 1L))
                        .build());
        a = folder.resolve("a.npy");
        NpyFile.write(a, OnnxRuntime.floats("", List.of(2L, 2L), 1, 2, 4, 3));
        b = Files.write(
                folder.resolve("b.pb"), TestFolder.content(OnnxRuntime.integers("other", List.of(2L), 10, -10)));
    }

    private Outcome run(Object... more) {
        Object[] all = new Object[more.length + 3];
        Object[] first = {"run", CPU, model};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Outcome.of(all);
    }

    @Test
    void printsOutputs() {
        assertThat(run("--input", "a=" + a, "--input", "b=" + b).succeeded().lines())
                .containsExactly("sum/x  float[2, 2]  11.0 -8.0 14.0 -7.0", "index  int64[2, 1]  1 0");
    }

    @Test
    void writesNumPysFiles() {
        Path out = folder.resolve("new/out");
        List<String> files = run("--input", "a=" + a, "--input", "b=" + b, "--output", out)
                .succeeded()
                .lines();
        assertThat(files)
                .containsExactly(
                        out.resolve("sum_x.npy").toString(),
                        out.resolve("index.npy").toString());
        OnnxTensor sum = NpyFile.read(out.resolve("sum_x.npy"));
        assertThat(sum.dimensions()).containsExactly(2L, 2L);
        assertThat(sum.data().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(11, -8, 14, -7);
        assertThat(NpyFile.read(out.resolve("index.npy")).data().toArray(ValueLayout.JAVA_LONG))
                .containsExactly(1, 0);
    }

    @Test
    void writesTensorsOfOnnx() {
        run("--input", "a=" + a, "--input", "b=" + b, "--output", folder, "--format", "pb")
                .succeeded();
        OnnxTensor index = TensorFile.read(folder.resolve("index.pb"));
        assertThat(index.name()).isEqualTo("index");
        assertThat(index.type()).isEqualTo(OnnxType.INT64);
        assertThat(index.dimensions()).containsExactly(2L, 1L);
    }

    @Test
    void writesATimeline() throws IOException {
        Path trace = folder.resolve("trace.json");
        run("--input", "a=" + a, "--input", "b=" + b, "--trace", trace).succeeded();
        assertThat(JsonParser.parseString(Files.readString(trace)).isJsonNull()).isFalse();
    }

    @Test
    void notesWhatItSettledFor() throws IOException {
        Files.write(
                model,
                new OnnxBuilder()
                        .input("x", OnnxType.DOUBLE, 1)
                        .output("y")
                        .node("Exp", List.of("x"), List.of("y"))
                        .build());
        Path x = folder.resolve("x.npy");
        NpyFile.write(x, doubles(0));
        Outcome outcome = run("--input", "x=" + x);
        assertThat(outcome.lines()).containsExactly("y  double[1]  1.0");
        assertThat(outcome.err()).isEqualTo("tandem: doubles are computed in f32" + System.lineSeparator());
    }

    private static OnnxTensor doubles(double... values) {
        return new OnnxTensor(
                "",
                List.of((long) values.length),
                OnnxType.DOUBLE,
                java.lang.foreign.MemorySegment.ofArray(values),
                List.of());
    }

    @Test
    void helpAndWrongCommandLines() {
        assertThat(Outcome.of("run", "--help").succeeded().out()).contains("MODEL", "--input", "--output", ".npy");
        Outcome.of("run").failed(2, "MODEL");
        run().failed(2, "Missing --input a=FILE, which is float[rows, 2]");
        run("--input", "a=" + a).failed(2, "Missing --input b=FILE, which is int64[2]");
        run("--input", "a=" + a, "--input", "c=" + b).failed(2, "no input 'c' but [a, b]");
        run("--input", a).failed(2, "--input");
        run("--input", "a=" + a, "--input", "b=" + b, "--input", "a=" + a).failed(2, "--input is given twice for 'a'");
        run("--input", "a=" + model, "--input", "b=" + b).failed(2, "neither a .npy nor a .pb file");
        run("--input", "a=" + a, "--input", "b=" + b, "--format", "csv").failed(2, "--format", "csv");
    }

    @Test
    void tensorsThatDoNotFit() throws IOException {
        run("--input", "a=" + b, "--input", "b=" + b)
                .failed(1, "model.onnx", "Input 'a' takes shape [rows, 2], not [2]");
        NpyFile.write(a, doubles(1, 2));
        run("--input", "a=" + a, "--input", "b=" + b).failed(1, "Input 'a' takes shape [rows, 2], not [2]");
        NpyFile.write(
                a,
                new OnnxTensor(
                        "", List.of(1L, 2L), OnnxType.DOUBLE, doubles(1, 2).data(), List.of()));
        run("--input", "a=" + a, "--input", "b=" + b).failed(1, "Input 'a' takes elements of type float, not double");
    }

    @Test
    void placesThatCannotBeWritten() throws IOException {
        Path nowhere = folder.resolve("nowhere/trace.json");
        Outcome.of("run", CPU, model, "--input", "a=" + a, "--input", "b=" + b, "--trace", nowhere)
                .failed(1, "cannot write " + nowhere + ": there is no such folder");
        Outcome.of("run", CPU, model, "--input", "a=" + a, "--input", "b=" + b, "--output", a)
                .failed(1, "cannot write to " + a + ": a file of this name is in the way");
        Path below = a.resolve("below");
        Outcome.of("run", CPU, model, "--input", "a=" + a, "--input", "b=" + b, "--output", below)
                .failed(1, "cannot write to " + below + ": not a directory");
    }

    @Test
    void unreadableFiles() throws IOException {
        Path none = folder.resolve("none.npy");
        run("--input", "a=" + none, "--input", "b=" + b).failed(1, "none.npy: there is no such file");
        Path folderFile = Files.createDirectory(folder.resolve("folder.pb"));
        run("--input", "a=" + a, "--input", "b=" + folderFile).failed(1, "folder.pb");
        byte[] whole = Files.readAllBytes(a);
        Files.write(a, java.util.Arrays.copyOf(whole, whole.length - 1));
        run("--input", "a=" + a, "--input", "b=" + b).failed(1, "a.npy", "take 16 bytes, not 15");
        Files.write(b, new byte[] {8, 1, 8, 1, 16, 1});
        Files.write(a, whole);
        run("--input", "a=" + a, "--input", "b=" + b).failed(1, "b.pb", "damaged or no tensor");
        Outcome.of("run", folder.resolve("none.onnx")).failed(1, "none.onnx: there is no such file");
        Files.write(model, new byte[] {1, 2, 3});
        run("--input", "a=" + a, "--input", "b=" + b).failed(1, "model.onnx", "damaged or no ONNX model");
    }

    @Test
    void aFolderThatCannotBeMade() {
        run("--input", "a=" + a, "--input", "b=" + b, "--output", a.resolve("under"))
                .failed(1, "cannot write to");
    }
}
