package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Comparison;
import io.tandem.benchmarks.harness.Goal;
import io.tandem.benchmarks.harness.Peer;
import io.tandem.benchmarks.harness.Unit;
import io.tandem.benchmarks.peer.OnnxRuntime;
import io.tandem.scheduler.Devices;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Short sentences to vectors with all-MiniLM-L6-v2 on our CPU backend, beside ONNX Runtime. */
final class SentenceBenchmarks {
    /** Each is one token of the model. */
    private static final List<String> WORDS = List.of(
            "time", "year", "people", "way", "day", "man", "thing", "woman", "life", "child", "world", "school",
            "state");

    private SentenceBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        List<String> sentences = sentences();
        List<Comparison> all = new ArrayList<>();
        for (int batch : new int[] {1, 8, 32}) {
            all.add(comparison(
                    CpuDevice::devices, "short sentences", sentences, batch, batch != 8, new Goal.Ratio(0.7), threads));
        }
        for (int tokens : new int[] {16, 128, 512}) {
            for (int batch : new int[] {1, 8, 32}) {
                List<String> texts = Collections.nCopies(batch, text(tokens));
                Goal goal = tokens < 512 && batch != 8 ? new Goal.Ratio(1.2) : null;
                all.add(comparison(CpuDevice::devices, tokens + " tokens", texts, batch, false, goal, threads));
            }
        }
        return all;
    }

    /** So many tokens, the first and the last of which are the model's own. */
    private static String text(int tokens) {
        StringBuilder text = new StringBuilder();
        for (int i = 2; i < tokens; i++) {
            text.append(WORDS.get(i % WORDS.size())).append(' ');
        }
        return text.toString();
    }

    /** All texts, so many at a time. */
    static Comparison comparison(
            IntFunction<Devices> devices,
            String name,
            List<String> sentences,
            int batch,
            boolean isQuick,
            @Nullable Goal goal,
            int threads) {
        List<List<String>> batches = batches(sentences, batch);
        return new Comparison(
                "minilm " + name + ", batch " + batch,
                isQuick,
                Unit.SENTENCES_PER_SECOND,
                sentences.size(),
                () -> new EmbeddingSide(devices.apply(threads), batches),
                new Peer.Measured(OnnxRuntime.name(), () -> new OnnxRuntimeSide(threads, batches)),
                goal);
    }

    static List<List<String>> batches(List<String> sentences, int batch) {
        List<List<String>> batches = new ArrayList<>();
        for (int from = 0; from < sentences.size(); from += batch) {
            batches.add(sentences.subList(from, Math.min(sentences.size(), from + batch)));
        }
        return batches;
    }

    /** The 32 sentences, of 8 to 16 words. */
    static List<String> sentences() {
        try (InputStream lines = SentenceBenchmarks.class.getResourceAsStream("sentences.txt")) {
            return new String(Objects.requireNonNull(lines).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static float[] joined(List<float[]> vectors) {
        float[] all =
                new float[vectors.stream().mapToInt(vector -> vector.length).sum()];
        int at = 0;
        for (float[] vector : vectors) {
            System.arraycopy(vector, 0, all, at, vector.length);
            at += vector.length;
        }
        return all;
    }
}
