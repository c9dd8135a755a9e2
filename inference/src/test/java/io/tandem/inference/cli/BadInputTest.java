package io.tandem.inference.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with its input: one clear line, the right exit code, no result. */
class BadInputTest {
    @TempDir
    Path folder;

    private Path text = Path.of("");

    @BeforeEach
    void writeText() throws IOException {
        text = Files.writeString(folder.resolve("text.md"), "Puffins nest in burrows.");
    }

    private Path file(String name, byte... content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = BadInputTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @Test
    void wrongCommandLines() {
        Outcome.of().failed(2, "Missing command", "See tandem --help");
        Outcome.of("serach").failed(2, "serach");
        Outcome.of("search", "--frobnicate", "q", text).failed(2, "--frobnicate", "See tandem search --help");
        Outcome.of("search").failed(2, "QUESTION");
        Outcome.of("search", "question").failed(2, "FILE");
        Outcome.of("search", "--top", "0", "q", text).failed(2, "--top");
        Outcome.of("search", "--top", "three", "q", text).failed(2, "--top", "three");
        Outcome.of("search", "--tokenizer", text, "q", text).failed(2, "--tokenizer needs --model");
        Outcome.of("embed").failed(2, "TEXT");
        Outcome.of("embed", "--file", text, "more").failed(2, "not both");
    }

    @Test
    void wrongDevicesAndOptions() {
        Outcome.of("search", "--devices", "quantum:0", "q", text).failed(2, "quantum:0", "cpu");
        Outcome.of("devices", "--devices", "quantum:0").failed(2, "quantum:0");
        Outcome.of("embed", "--threads", "0", "x").failed(2, "threads", "0");
        Outcome.of("embed", "--threads", "many", "x").failed(2, "--threads", "many");
        Outcome.of("embed", "--pin", ".*=quantum:0", "x").failed(2, "--pin", "quantum:0");
        Outcome.of("embed", "--pin", "(=cpu:0", "x").failed(2, "--pin", "(");
        Outcome.of("embed", "--pin", "nothing", "x").failed(2, "--pin");
        Outcome.of("embed", "--pin", "a=cpu:0", "--pin", "a=cpu:0", "x").failed(2, "--pin is given twice for 'a'");
    }

    @Test
    void namesOfFiles() throws IOException {
        Outcome.of("search", "q", "").failed(2, "FILE", "the name of a file must not be empty");
        Outcome.of("embed", "--model", "", "x").failed(2, "--model", "the name of a file must not be empty");
        Outcome.of("embed", "--file", "a\0b").failed(2, "--file", "names no file");
        String hidden = "bell\u0007and\u001b[31mred";
        Outcome.of("search", "q", folder.resolve(hidden))
                .failed(1, "bell\uFFFDand\uFFFD[31mred: there is no such file");
    }

    @Test
    void optionsThatWouldDoNothing() {
        Outcome.of("devices", "--pin", "a=cpu:0").failed(2, "--pin", "See tandem devices --help");
        Outcome.of("devices", "--trace", "t.json").failed(2, "--trace");
        Outcome.of("plan", "--trace", "t.json", "minilm").failed(2, "--trace");
        Outcome.of("check", "--trace", "t.json", folder).failed(2, "--trace");
    }

    @Test
    void unreadableTexts() throws IOException {
        Outcome.of("search", "q", folder.resolve("none.md")).failed(1, "none.md: there is no such file");
        Outcome.of("search", "q", text, folder).failed(1, folder + ": it is a folder");
        Outcome.of("search", "q", "/").failed(1, "cannot read /: it is a folder");
        Outcome.of("search", "q", file("binary", (byte) 1, (byte) 0)).failed(1, "binary: it is a binary file");
        Outcome.of("search", "q", file("empty.md")).failed(1, "there is no text in", "empty.md");
        Outcome.of("embed", "--file", folder.resolve("none.txt")).failed(1, "none.txt: there is no such file");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void linksThatGoInCirclesAndDevices() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop.npy"), folder.resolve("loop.npy"));
        String reason = "cannot read %s: too many levels of symbolic links".formatted(loop);
        Outcome.of("search", "q", loop).failed(1, reason);
        Outcome.of("embed", "--file", loop).failed(1, reason);
        assertModelFails(loop, "cannot read model " + loop + ": too many levels of symbolic links");
        Outcome.of("embed", "--file", "/dev/zero").failed(1, "/dev/zero: it has more than 268435456 bytes");
        assertModelFails(Path.of("/dev/zero"), "cannot read model /dev/zero: it is no ordinary file");
        assertThat(Outcome.of("embed", "--devices", "cpu", "--file", "/dev/null")
                        .succeeded()
                        .out())
                .isEmpty();
    }

    @Test
    void unusableModels() throws IOException {
        Files.write(folder.resolve("tokenizer.json"), resource("/all-minilm-l6-v2-tokenizer.json"));
        byte[] whole = resource("/all-minilm-l6-v2.onnx");
        Path truncated = file("truncated.onnx", java.util.Arrays.copyOf(whole, whole.length / 3));
        byte[] other = new OnnxBuilder()
                .input("x", OnnxType.FLOAT, 1, 3)
                .output("y", OnnxType.FLOAT, 1, 3)
                .node("Relu", List.of("x"), List.of("y"))
                .build();
        assertModelFails(folder.resolve("none.onnx"), "none.onnx: there is no such file");
        assertModelFails(file("empty.onnx"), "empty.onnx: the file is empty");
        assertModelFails(folder, "it is a folder");
        assertModelFails(text, "damaged or no ONNX model");
        assertModelFails(truncated, "truncated.onnx: ", "damaged or no ONNX model");
        assertModelFails(file("other.onnx", other), "other.onnx is no sentence model", "input_ids");
    }

    @Test
    void modelsThatAreAlmostSentenceModels() throws IOException {
        Path model = TinySentenceModel.create(folder).file();
        assertNoSentenceModel(
                model,
                tiny(OnnxType.FLOAT, "b", "t").output("hidden"),
                "input input_ids has elements of type float, not int64 or int32");
        assertNoSentenceModel(
                model, tiny(OnnxType.INT64, 1, 9).output("hidden"), "Input 'input_ids' takes shape [1, 9], not [1, ");
        assertNoSentenceModel(
                model, tiny(OnnxType.INT64, "t").output("hidden"), "Input 'input_ids' takes shape [t], not [1, ");
        OnnxBuilder turned = tiny(OnnxType.INT64, "b", "t")
                .node("Transpose", List.of("hidden"), List.of("turned"), OnnxBuilder.attribute("perm", 1L, 0L, 2L));
        assertNoSentenceModel(model, turned.output("turned"), "output turned has shape", "not a vector for each token");
        Files.write(
                model,
                tiny(OnnxType.INT64, "b", "t")
                        .output("hidden")
                        .initializer(OnnxBuilder.tensor(
                                "position_embeddings", List.of(1L << 40, 0L), OnnxType.FLOAT, out -> {}))
                        .build());
        Outcome.of("embed", "--devices", "cpu", "--model", model, "a").succeeded();
        Files.write(
                model,
                tiny(OnnxType.INT64, "b", "t")
                        .output("hidden")
                        .floats("position_embeddings", List.of(1L, 1L), 0)
                        .build());
        Outcome.of("embed", "--devices", "cpu", "--model", model, "a").succeeded();
    }

    private static OnnxBuilder tiny(OnnxType type, Object... dimensions) {
        return TinySentenceModel.network()
                .input("input_ids", type, dimensions)
                .input("attention_mask", OnnxType.INT64, dimensions);
    }

    private static void assertNoSentenceModel(Path file, OnnxBuilder model, String... parts) throws IOException {
        Files.write(file, model.build());
        Outcome.of("embed", "--devices", "cpu", "--model", file, "a seal on the rocks")
                .failed(1, parts);
    }

    private static void assertModelFails(Path model, String... parts) {
        Outcome.of("embed", "--model", model, "--devices", "cpu", "x").failed(1, parts);
    }

    @Test
    void unusableTokenizers() throws IOException {
        Path model = file("model.onnx", resource("/all-minilm-l6-v2.onnx"));
        byte[] whole = resource("/all-minilm-l6-v2-tokenizer.json");
        assertTokenizerFails(model, folder.resolve("none.json"), "none.json: there is no such file");
        assertTokenizerFails(model, file("empty.json"), "empty.json: the file is empty");
        assertTokenizerFails(model, text, "cannot read tokenizer");
        assertTokenizerFails(
                model,
                file("half.json", java.util.Arrays.copyOf(whole, 99_999)),
                "half.json: it is damaged: End of input");
        Outcome.of("embed", "--model", model, "--devices", "cpu", "x")
                .failed(1, folder.resolve("tokenizer.json") + ": there is no such file");
    }

    private static void assertTokenizerFails(Path model, Path tokenizer, String... parts) {
        Outcome.of("embed", "--model", model, "--tokenizer", tokenizer, "--devices", "cpu", "x")
                .failed(1, parts);
    }
}
