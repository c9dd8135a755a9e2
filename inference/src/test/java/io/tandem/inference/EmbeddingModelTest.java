package io.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.reference.OnnxRuntimeMiniLm;
import io.tandem.inference.reference.Sentences;
import io.tandem.inference.reference.Vectors;
import io.tandem.inference.tokenizer.Tokenizer;
import io.tandem.inference.tokenizer.Tokens;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddingModelTest {
    private static final double LEAST_COSINE = 0.99999;

    private Devices devices;
    private Scheduler scheduler;
    private EmbeddingModel model;

    @BeforeAll
    void open() {
        devices = Devices.discover();
        scheduler = Scheduler.of(devices.select("cpu"));
        model = EmbeddingModel.miniLm(scheduler);
    }

    @AfterAll
    void close() {
        model.close();
        scheduler.close();
        devices.close();
    }

    @Test
    void twoHundredSentencesEqualOnnxRuntime() throws Exception {
        List<String> texts = Sentences.all();
        assertThat(texts).hasSize(Sentences.COUNT);
        List<float[]> ours = model.embed(texts);
        List<String> different = new ArrayList<>();
        double least = 1;
        try (InputStream description = getClass().getResourceAsStream("/all-minilm-l6-v2-tokenizer.json");
                Tokenizer tokenizer = Tokenizer.ofTrusted("reference", description, 512);
                OnnxRuntimeMiniLm reference = new OnnxRuntimeMiniLm(2)) {
            List<Tokens> tokens = tokenizer.encode(texts);
            assertThat(tokens).anyMatch(Tokens::isTruncated).anyMatch(text -> text.count() == 2);
            for (int i = 0; i < texts.size(); i++) {
                double cosine = Vectors.cosine(
                        ours.get(i), reference.embed(tokens.get(i).ids()));
                least = Math.min(least, cosine);
                if (!(cosine >= LEAST_COSINE)) {
                    different.add(cosine + ": " + texts.get(i));
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(least).isGreaterThanOrEqualTo(LEAST_COSINE);
    }

    @Test
    void vectorsHaveLengthOneAndDoNotDependOnTheirCompany() {
        float[] alone = model.embed("The seals sleep on the rocks.");
        assertThat(Vectors.cosine(alone, alone)).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-6));
        List<String> company = new ArrayList<>(Collections.nCopies(6, "a much longer text about nothing ".repeat(9)));
        company.add(3, "The seals sleep on the rocks.");
        assertThat(Vectors.cosine(alone, model.embed(company).get(3))).isGreaterThan(0.999999);
    }

    @Test
    void similarTextsAreNear() {
        List<float[]> vectors = model.embed(List.of(
                "How do I cook rice?", "Boil one cup of rice in two cups of water.", "The stock market fell sharply."));
        assertThat(Vectors.cosine(vectors.get(0), vectors.get(1)))
                .isGreaterThan(Vectors.cosine(vectors.get(0), vectors.get(2)) + 0.3);
    }

    @Test
    void tellsProgressAndTakesNothing() {
        List<Integer> steps = new ArrayList<>();
        model.embed(List.of("one", "two", "three"), steps::add);
        assertThat(steps.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
        assertThat(model.embed(List.of())).isEmpty();
    }

    @Test
    void severalThreadsTakeTurns() throws Exception {
        float[] expected = model.embed("shared");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<float[]>> calls = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                calls.add(threads.submit(() -> model.embed("shared")));
            }
            for (Future<float[]> call : calls) {
                assertThat(Vectors.cosine(call.get(), expected)).isGreaterThan(0.999999);
            }
        }
    }

    @Test
    void useAfterCloseIsRefused() {
        EmbeddingModel closed = EmbeddingModel.miniLm(scheduler);
        closed.close();
        closed.close();
        assertThatThrownBy(() -> closed.embed("x")).isInstanceOf(IllegalStateException.class);
    }
}
