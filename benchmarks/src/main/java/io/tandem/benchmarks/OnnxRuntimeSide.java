package io.tandem.benchmarks;

import ai.onnxruntime.OrtException;
import io.tandem.benchmarks.harness.Side;
import io.tandem.benchmarks.peer.OnnxRuntime;
import io.tandem.inference.tokenizer.Tokenizer;
import io.tandem.inference.tokenizer.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** all-MiniLM-L6-v2 in ONNX Runtime on the same texts in the same batches, with our tokenizer, so that ids are the same. */
final class OnnxRuntimeSide implements Side {
    private static final int MAX_TOKENS = 512;

    private final Tokenizer tokenizer;
    private final OnnxRuntime model;
    private final List<List<String>> batches;
    private List<float[]> vectors = List.of();

    OnnxRuntimeSide(int threads, List<List<String>> batches) throws OrtException, IOException {
        this.model = new OnnxRuntime(threads);
        this.batches = batches;
        try (InputStream description =
                Objects.requireNonNull(OnnxRuntimeSide.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json"))) {
            this.tokenizer = Tokenizer.ofTrusted("all-MiniLM-L6-v2", description, MAX_TOKENS);
        }
    }

    @Override
    public void run() throws OrtException {
        List<float[]> all = new ArrayList<>();
        for (List<String> batch : batches) {
            List<int[]> ids = tokenizer.encode(batch).stream().map(Tokens::ids).toList();
            all.addAll(Arrays.asList(model.embed(ids)));
        }
        vectors = all;
    }

    @Override
    public float[] result() {
        return SentenceBenchmarks.joined(vectors);
    }

    @Override
    public void close() {
        tokenizer.close();
        model.close();
    }
}
