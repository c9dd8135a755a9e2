package io.tandem.inference.cli;

import io.tandem.inference.EmbeddingModel;
import io.tandem.inference.EmbeddingOptions;
import java.nio.file.Path;
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

    /** Loads the model onto the engine's devices. */
    EmbeddingModel open(Engine engine, DeviceOptions devices, CommandLine line) {
        EmbeddingOptions options = EmbeddingOptions.defaults().withPlacement(engine.placement());
        if (devices.isTraced()) {
            options = options.withTimelines();
        }
        if (model != null) {
            Path description = tokenizer == null ? model.resolveSibling("tokenizer.json") : tokenizer;
            return EmbeddingModel.open(model, description, engine.scheduler(), options);
        }
        if (tokenizer != null) {
            throw new ParameterException(line, "--tokenizer needs --model");
        }
        return EmbeddingModel.miniLm(engine.scheduler(), options);
    }
}
