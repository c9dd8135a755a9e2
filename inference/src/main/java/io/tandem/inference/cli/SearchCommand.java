package io.tandem.inference.cli;

import io.tandem.inference.EmbeddingModel;
import io.tandem.inference.text.Passage;
import io.tandem.inference.text.PassageSplitter;
import io.tandem.inference.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem search}: the passages of text files that answer a question best. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description = "Prints the passages of text files that answer a question best.")
final class SearchCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final DeviceOptions devices = new DeviceOptions();

    @Mixin
    private final ModelOptions model = new ModelOptions();

    @Option(names = "--json", description = "One JSON object {score, file, line, text} per passage.")
    private boolean isJson;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "How many passages to print (default: ${DEFAULT-VALUE}).")
    private int top = 3;

    @Parameters(index = "0", paramLabel = "QUESTION", description = "What you want to know.")
    private String question = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "Text or Markdown files.")
    private List<Path> files = List.of();

    SearchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw new ParameterException(spec.commandLine(), "--top must be at least 1, not " + top);
        }
        List<Hit> passages = passages();
        List<Hit> hits = scored(passages);
        hits.sort(Comparator.comparingDouble(Hit::score).reversed());
        for (Hit hit : hits.subList(0, Math.min(top, hits.size()))) {
            if (isJson) {
                hit.printJson(console.out());
            } else {
                hit.print(console.out());
            }
        }
        return 0;
    }

    /** All passages, still without scores. */
    private List<Hit> passages() throws IOException {
        List<Hit> passages = new ArrayList<>();
        for (Path file : new LinkedHashSet<>(files)) {
            for (Passage passage : PassageSplitter.split(file.getFileName().toString(), TextFile.lines(file))) {
                passages.add(new Hit(0, file, passage));
            }
        }
        if (passages.isEmpty()) {
            throw new IOException("there is no text in " + (files.size() == 1 ? files.getFirst() : "these files"));
        }
        return passages;
    }

    private List<Hit> scored(List<Hit> passages) throws IOException {
        List<String> texts = new ArrayList<>();
        texts.add(question);
        passages.forEach(hit -> texts.add(hit.passage().text()));
        List<Hit> hits = new ArrayList<>();
        try (Engine engine = Engine.open(devices, spec.commandLine());
                EmbeddingModel embedder = model.open(engine, devices, spec.commandLine());
                Progress progress = Progress.of(console, "reading", texts.size(), 100)) {
            List<float[]> vectors = embedder.embed(texts, progress::step);
            devices.writeTrace(embedder.timelines());
            for (int i = 0; i < passages.size(); i++) {
                Hit hit = passages.get(i);
                hits.add(new Hit(dot(vectors.getFirst(), vectors.get(i + 1)), hit.file(), hit.passage()));
            }
        }
        return hits;
    }

    /** The cosine, as the vectors have length 1. */
    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
