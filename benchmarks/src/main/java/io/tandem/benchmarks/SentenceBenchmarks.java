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
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** Short sentences to vectors with all-MiniLM-L6-v2 on our CPU backend, beside ONNX Runtime. */
final class SentenceBenchmarks {
    private SentenceBenchmarks() {}

    static List<Comparison> comparisons(int threads) {
        List<String> sentences = sentences();
        return List.of(
                comparison(CpuDevice::devices, sentences, 1, true, threads),
                comparison(CpuDevice::devices, sentences, 8, false, threads),
                comparison(CpuDevice::devices, sentences, 32, true, threads));
    }

    /** All sentences, so many at a time. */
    static Comparison comparison(
            IntFunction<Devices> devices, List<String> sentences, int batch, boolean isQuick, int threads) {
        List<List<String>> batches = batches(sentences, batch);
        return new Comparison(
                "minilm short sentences, batch " + batch,
                isQuick,
                Unit.SENTENCES_PER_SECOND,
                sentences.size(),
                () -> new EmbeddingSide(devices.apply(threads), batches),
                new Peer.Measured(OnnxRuntime.name(), () -> new OnnxRuntimeSide(threads, batches)),
                new Goal.Ratio(0.7));
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
