package io.tandem.inference.cli;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static io.tandem.inference.onnx.OnnxBuilder.message;

import io.tandem.inference.onnx.OnnxBuilder;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A sentence model of one table of words, which lies in a file beside it. */
record TinySentenceModel(Path folder) {
    private static final int WORDS = 30522;
    private static final int DIMENSIONS = 4;

    static TinySentenceModel create(Path folder) throws IOException {
        try (InputStream tokenizer = TinySentenceModel.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
            Files.copy(Objects.requireNonNull(tokenizer), folder.resolve("tokenizer.json"));
        }
        TinySentenceModel model = new TinySentenceModel(folder);
        Files.write(model.file(), content());
        model.writeWords(new Random(1));
        return model;
    }

    Path file() {
        return folder.resolve("model.onnx");
    }

    private Path words() {
        return folder.resolve("words.bin");
    }

    void writeWords(Random random) throws IOException {
        float[] words = new float[WORDS * DIMENSIONS];
        for (int i = 0; i < words.length; i++) {
            words[i] = random.nextFloat(-1, 1);
        }
        write(words);
    }

    void writeNaN() throws IOException {
        float[] words = new float[WORDS * DIMENSIONS];
        java.util.Arrays.fill(words, Float.NaN);
        write(words);
    }

    private void write(float[] words) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * words.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(words);
        Files.write(words(), bytes.array());
    }

    private static byte[] content() {
        return network()
                .input("input_ids", OnnxType.INT64, "batch", "tokens")
                .input("attention_mask", OnnxType.INT64, "batch", "tokens")
                .output("hidden", OnnxType.FLOAT, "batch", "tokens", DIMENSIONS)
                .build();
    }

    /** Without inputs and outputs. */
    static OnnxBuilder network() {
        return new OnnxBuilder()
                .initializer(OnnxBuilder.tensor(
                        "words", List.of((long) WORDS, (long) DIMENSIONS), OnnxType.FLOAT, out -> {
                            out.writeByteArray(13, message(entry -> {
                                entry.writeString(1, "location");
                                entry.writeString(2, "words.bin");
                            }));
                            out.writeEnum(14, 1);
                        }))
                .integers("last", List.of(1L), 2)
                .node("Gather", List.of("words", "input_ids"), List.of("gathered"))
                .node("Cast", List.of("attention_mask"), List.of("mask"), attribute("to", 1L))
                .node("Unsqueeze", List.of("mask", "last"), List.of("column"))
                .node("Mul", List.of("gathered", "column"), List.of("hidden"));
    }
}
