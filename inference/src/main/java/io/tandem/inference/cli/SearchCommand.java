package io.tandem.inference.cli;

import io.tandem.inference.EmbeddingModel;
import io.tandem.inference.resource.CacheFolder;
import io.tandem.inference.resource.VectorCache;
import io.tandem.inference.text.Passage;
import io.tandem.inference.text.PassageSplitter;
import io.tandem.inference.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
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
    private final PlacementOptions placement = new PlacementOptions();

    @Mixin
    private final TraceOption trace = new TraceOption();

    @Mixin
    private final ModelOptions model = new ModelOptions();

    @Option(names = "--json", description = "One JSON object {score, file, line, text} per passage.")
    private boolean isJson;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "How many passages to print (default: ${DEFAULT-VALUE}).")
    private int top = 3;

    @Option(
            names = "--no-cache",
            description = "Compute the vectors of all passages, also of files that were read before.")
    private boolean isUncached;

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
        List<Source> sources = sources();
        List<Hit> hits = new ArrayList<>();
        float[] asked = embed(sources);
        for (Source source : sources) {
            for (int i = 0; i < source.passages().size(); i++) {
                double score = dot(asked, source.vectors().get(i));
                hits.add(new Hit(score, source.file(), source.passages().get(i)));
            }
        }
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

    /** A file cut into passages. Vectors are empty as long as they are not known. */
    private record Source(Path file, List<Passage> passages, List<float[]> vectors) {
        List<String> texts() {
            return passages.stream().map(Passage::text).toList();
        }

        boolean isKnown() {
            return vectors.size() == passages.size();
        }

        boolean fits(int dimensions) {
            return vectors.stream().allMatch(vector -> vector.length == dimensions);
        }
    }

    private List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path file : new LinkedHashSet<>(files)) {
            List<Passage> passages = PassageSplitter.split(name(file), TextFile.lines(file));
            sources.add(new Source(file, passages, new ArrayList<>()));
        }
        if (sources.stream().allMatch(source -> source.passages().isEmpty())) {
            throw new IOException("there is no text in " + (files.size() == 1 ? files.getFirst() : "these files"));
        }
        return sources;
    }

    /** The last part of a path; a root has none, and will be refused as a folder. */
    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** The question's vector; passages get theirs from the cache, or all together from the model. */
    private float[] embed(List<Source> sources) throws IOException {
        try (Engine engine = Engine.open(placement, spec.commandLine());
                EmbeddingModel embedder = model.open(engine, trace, spec.commandLine())) {
            float[] asked = isUncached ? compute(sources, embedder) : complete(sources, embedder);
            trace.write(embedder.timelines());
            return asked;
        }
    }

    private float[] complete(List<Source> sources, EmbeddingModel embedder) throws IOException {
        Path folder = CacheFolder.ofUser().resolve("vectors");
        VectorCache cache = new VectorCache(folder, model.identity(embedder), VectorCache.DEFAULT_LIMIT);
        sources.forEach(source -> cache.read(source.texts()).ifPresent(source.vectors()::addAll));
        List<Source> computed = new ArrayList<>(sources);
        computed.removeIf(Source::isKnown);
        float[] asked = compute(computed, embedder);
        List<Source> misfits = new ArrayList<>(sources);
        misfits.removeIf(source -> source.fits(asked.length));
        if (!misfits.isEmpty()) { // another model's, though place, size and time of its files are the same
            misfits.forEach(source -> source.vectors().clear());
            compute(misfits, embedder);
            computed.addAll(misfits);
        }
        if (!computed.isEmpty()) {
            computed.forEach(source -> cache.write(source.texts(), source.vectors()));
            cache.trim();
        }
        return asked;
    }

    /** Gives sources their vectors and returns the question's. */
    private float[] compute(List<Source> sources, EmbeddingModel embedder) {
        List<String> texts = new ArrayList<>();
        texts.add(question);
        sources.forEach(source -> texts.addAll(source.texts()));
        try (Progress progress = Progress.of(console, "reading", texts.size(), 100)) {
            Iterator<float[]> vectors = embedder.embed(texts, progress::step).iterator();
            float[] asked = vectors.next();
            for (Source source : sources) {
                source.passages().forEach(passage -> source.vectors().add(vectors.next()));
            }
            return asked;
        }
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
