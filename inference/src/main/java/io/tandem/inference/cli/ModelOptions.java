package io.tandem.inference.cli;

import io.tandem.inference.EmbeddingModel;
import io.tandem.inference.EmbeddingOptions;
import io.tandem.inference.resource.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which model makes the vectors. */
final class ModelOptions {
    @Option(
            names = "--model",
            paramLabel = "FILE.onnx",
            description = "A sentence model in ONNX format (default: all-MiniLM-L6-v2, which comes with Tandem).")
    private @Nullable Path model;

    @Option(
            names = "--tokenizer",
            paramLabel = "FILE",
            description = "The model's tokenizer.json (default: the one in the model's folder).")
    private @Nullable Path tokenizer;

    /**
     * What makes the vectors, for a cache of them: this program and the model's files, by place, size and time of change.
     *
     * @param embedder the model, opened
     */
    String identity(EmbeddingModel embedder) throws IOException {
        List<String> parts = new ArrayList<>();
        parts.add(program());
        if (model != null) {
            parts.add(identity(model));
            parts.add(identity(tokenizerFile(model)));
        }
        for (Path file : embedder.externalFiles()) {
            parts.add(identity(file));
        }
        return String.join("\n", parts);
    }

    private static String program() throws IOException {
        CodeSource source = ModelOptions.class.getProtectionDomain().getCodeSource();
        URL place = source == null ? null : source.getLocation();
        return place != null && place.getProtocol().equals("file")
                ? identity(Path.of(URI.create(place.toString())))
                : new Version().getVersion()[0];
    }

    private static String identity(Path file) throws IOException {
        Path place = file.toAbsolutePath().normalize();
        try {
            return place + " " + Files.size(place) + " "
                    + Files.getLastModifiedTime(place).toInstant();
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + Reason.of(e), e);
        }
    }

    private Path tokenizerFile(Path model) {
        return tokenizer == null ? model.resolveSibling("tokenizer.json") : tokenizer;
    }

    /** Loads the model onto the engine's devices. */
    EmbeddingModel open(Engine engine, TraceOption trace, CommandLine line) {
        EmbeddingOptions options = EmbeddingOptions.defaults().withPlacement(engine.placement());
        if (trace.isWanted()) {
            options = options.withTimelines();
        }
        if (model != null) {
            return EmbeddingModel.open(model, tokenizerFile(model), engine.scheduler(), options);
        }
        if (tokenizer != null) {
            throw new ParameterException(line, "--tokenizer needs --model");
        }
        return EmbeddingModel.miniLm(engine.scheduler(), options);
    }
}
