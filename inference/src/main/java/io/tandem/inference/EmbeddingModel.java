package io.tandem.inference;

import io.tandem.inference.embedding.Batch;
import io.tandem.inference.embedding.Pooling;
import io.tandem.inference.embedding.SentenceModel;
import io.tandem.inference.embedding.SentencePlan;
import io.tandem.inference.tokenizer.Tokens;
import io.tandem.scheduler.Run;
import io.tandem.scheduler.Scheduler;
import io.tandem.scheduler.Session;
import io.tandem.scheduler.SessionOptions;
import io.tandem.scheduler.Timeline;
import io.tandem.scheduler.plan.Placement;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * Turns texts into vectors of length 1 whose dot product says how much two texts have in common: the mean over what a
 * sentence model makes of a text's tokens.
 *
 * <pre>{@code
 * try (Devices devices = Devices.discover();
 *         Scheduler scheduler = Scheduler.of(devices.select("gpu,cpu"));
 *         EmbeddingModel model = EmbeddingModel.miniLm(scheduler)) {
 *     float[] vector = model.embed("Where do the puffins nest?");
 * }
 * }</pre>
 *
 * <p>Texts of similar lengths run together, padded and masked, in a few shapes that are planned once each. Texts with
 * more tokens than the model has positions lose their end, with a warning in the log.
 *
 * <p>Safe for use by several threads, which take turns. Closing it frees its session and the model's weights in memory;
 * the scheduler stays open, and must be closed after it.
 */
public final class EmbeddingModel implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(EmbeddingModel.class.getName());

    /** More plans than this are hardly ever in use at once. */
    private static final int MAX_PLANS = 128;

    private final SentenceModel model;
    private final Scheduler scheduler;
    private final Placement placement;
    private final Session session;
    private final boolean recordsTimelines;
    private final Map<Batch.Shape, SentencePlan> plans = new HashMap<>();
    private final List<Timeline> timelines = new ArrayList<>();
    private final ReentrantLock turn = new ReentrantLock();

    private EmbeddingModel(SentenceModel model, Scheduler scheduler, EmbeddingOptions options) {
        this.model = model;
        this.scheduler = scheduler;
        this.placement = options.placement();
        this.recordsTimelines = options.recordsTimelines();
        SessionOptions sessionOptions = SessionOptions.defaults();
        this.session = scheduler.open(recordsTimelines ? sessionOptions.withTimelines() : sessionOptions);
    }

    /**
     * The model all-MiniLM-L6-v2, whose files come with Tandem: 384 dimensions, 512 tokens, English.
     *
     * @throws ModelException if its files are damaged
     */
    public static EmbeddingModel miniLm(Scheduler scheduler) {
        return miniLm(scheduler, EmbeddingOptions.defaults());
    }

    /** The same with options. */
    public static EmbeddingModel miniLm(Scheduler scheduler, EmbeddingOptions options) {
        return new EmbeddingModel(SentenceModel.miniLm(), scheduler, options);
    }

    /**
     * A sentence model of the BERT family.
     *
     * @param model its ONNX file, with inputs {@code input_ids} and {@code attention_mask}
     * @param tokenizer its {@code tokenizer.json}
     * @throws ModelException if a file is missing, damaged or not of this kind
     */
    public static EmbeddingModel open(Path model, Path tokenizer, Scheduler scheduler, EmbeddingOptions options) {
        return new EmbeddingModel(SentenceModel.open(model, tokenizer), scheduler, options);
    }

    /** How many tokens of a text the model reads. */
    public int maxTokens() {
        return model.maxTokens();
    }

    /** The files beside the model's own that hold some of its weights: its vectors are others when one changes. */
    public List<Path> externalFiles() {
        return model.externalFiles();
    }

    /** The vector of one text. */
    public float[] embed(String text) {
        return embed(List.of(text)).getFirst();
    }

    /**
     * The vectors of texts, in their order; zeros for a text of which its tokenizer leaves nothing.
     *
     * @throws ModelException if the model or its tokenizer turns out to be unusable, as one is whose vectors are not
     *     finite
     * @throws io.tandem.backend.BackendException if a device fails
     * @throws IllegalStateException after {@link #close()}
     */
    public List<float[]> embed(List<String> texts) {
        return embed(texts, done -> {});
    }

    /** The same; the listener is told how many more texts are done, on this thread. */
    public List<float[]> embed(List<String> texts, IntConsumer done) {
        List<Tokens> tokens = model.tokenize(texts);
        warnOfTruncation(tokens);
        List<Integer> counts =
                tokens.stream().map(text -> Math.max(1, text.count())).toList();
        float[][] vectors = new float[texts.size()][];
        turn.lock();
        try {
            for (Batch batch : Batch.of(counts, model.maxTokens())) {
                run(batch, tokens, vectors);
                done.accept(batch.texts().size());
            }
        } finally {
            turn.unlock();
        }
        return Arrays.asList(vectors);
    }

    private void warnOfTruncation(List<Tokens> tokens) {
        long truncated = tokens.stream().filter(Tokens::isTruncated).count();
        if (truncated > 0) {
            LOGGER.log(
                    Level.WARNING,
                    "{0} of {1} texts have more than {2} tokens; what lies beyond is not in their vectors",
                    truncated,
                    tokens.size(),
                    model.maxTokens());
        }
    }

    private void run(Batch batch, List<Tokens> tokens, float[][] vectors) {
        SentencePlan plan = plan(batch.shape());
        List<Tokens> rows = batch.texts().stream().map(tokens::get).toList();
        Run run = session.run(plan.plan(), plan.inputs(rows));
        float[] hidden = run.readFloats(plan.hidden());
        for (int row = 0; row < rows.size(); row++) {
            int offset = row * batch.shape().length() * plan.dimensions();
            float[] vector =
                    Pooling.normalisedMean(hidden, offset, rows.get(row).count(), plan.dimensions());
            requireFinite(vector);
            vectors[batch.texts().get(row)] = vector;
        }
        if (recordsTimelines) {
            timelines.add(run.timeline());
        }
    }

    /** No order, no JSON and no cache has a place for other vectors. */
    private void requireFinite(float[] vector) {
        for (float element : vector) {
            if (!Float.isFinite(element)) {
                throw new ModelException("model " + model.name() + " gives vectors of " + element
                        + ": its weights are damaged, or its numbers outgrow their type on this device.");
            }
        }
    }

    private SentencePlan plan(Batch.Shape shape) {
        if (plans.size() > MAX_PLANS) {
            plans.clear();
        }
        return plans.computeIfAbsent(shape, key -> model.plan(key, scheduler, placement));
    }

    /** What every run so far did when, if the options asked for it. */
    public List<Timeline> timelines() {
        turn.lock();
        try {
            return List.copyOf(timelines);
        } finally {
            turn.unlock();
        }
    }

    /** Waits for the call in flight, then frees what this model holds. Idempotent. */
    @Override
    public void close() {
        turn.lock();
        try {
            session.close();
            model.close();
        } finally {
            turn.unlock();
        }
    }
}
