package io.tandem.inference.cli;

import io.tandem.inference.EmbeddingModel;
import io.tandem.inference.text.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem embed}: one vector per text. */
@Command(
        name = "embed",
        mixinStandardHelpOptions = true,
        description = "Prints one vector per text: numbers between spaces, or JSON objects {text, vector}.")
final class EmbedCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Mixin
    private final TraceOption trace = new TraceOption();

    @Mixin
    private final ModelOptions model = new ModelOptions();

    @Option(names = "--json", description = "One JSON object per text.")
    private boolean isJson;

    @Option(names = "--file", paramLabel = "FILE", description = "Embeds each line of a text file.")
    private @Nullable Path file;

    @Parameters(paramLabel = "TEXT", arity = "0..*", description = "The texts.")
    private List<String> texts = new ArrayList<>();

    EmbedCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        List<String> all = texts();
        try (Engine engine = Engine.open(placement, spec.commandLine());
                EmbeddingModel embedder = model.open(engine, trace, spec.commandLine());
                Progress progress = Progress.of(console, "embedding", all.size(), 100)) {
            List<float[]> vectors = embedder.embed(all, progress::step);
            trace.write(embedder.timelines());
            for (int i = 0; i < all.size(); i++) {
                print(all.get(i), vectors.get(i));
            }
        }
        return 0;
    }

    private List<String> texts() throws IOException {
        if (file != null && !texts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Give either TEXT or --file, not both");
        }
        List<String> all = file == null ? texts : TextFile.lines(file);
        if (all.isEmpty() && file == null) {
            throw new ParameterException(spec.commandLine(), "Missing TEXT or --file");
        }
        return all;
    }

    private void print(String text, float[] vector) {
        PrintWriter out = console.out();
        if (!isJson) {
            StringBuilder line = new StringBuilder();
            for (float number : vector) {
                line.append(line.isEmpty() ? "" : " ").append(number);
            }
            out.println(line);
            return;
        }
        Json.line(out, json -> {
            json.beginObject().name("text").value(text).name("vector").beginArray();
            for (float number : vector) {
                json.value(number);
            }
            json.endArray().endObject();
        });
    }
}
