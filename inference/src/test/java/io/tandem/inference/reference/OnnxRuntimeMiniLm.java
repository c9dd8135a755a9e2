package io.tandem.inference.reference;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * all-MiniLM-L6-v2 as ONNX Runtime computes it: what Tandem's vectors are held against. One text at a time, so that no
 * padding can hide a mistake in a mask.
 */
public final class OnnxRuntimeMiniLm implements AutoCloseable {
    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;

    public OnnxRuntimeMiniLm(int threads) throws OrtException, IOException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                InputStream model = OnnxRuntimeMiniLm.class.getResourceAsStream("/all-minilm-l6-v2.onnx")) {
            options.setIntraOpNumThreads(threads);
            session = environment.createSession(Objects.requireNonNull(model).readAllBytes(), options);
        }
    }

    /** The normalised mean of the last hidden states over all tokens. */
    public float[] embed(int[] ids) throws OrtException {
        long[][] tokens = {Arrays.stream(ids).asLongStream().toArray()};
        long[][] mask = {new long[ids.length]};
        Arrays.fill(mask[0], 1);
        long[][] types = {new long[ids.length]};
        try (OnnxTensor input = OnnxTensor.createTensor(environment, tokens);
                OnnxTensor attention = OnnxTensor.createTensor(environment, mask);
                OnnxTensor segments = OnnxTensor.createTensor(environment, types);
                OrtSession.Result result = session.run(
                        Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", segments))) {
            float[][][] hidden = (float[][][]) result.get(0).getValue();
            return normalised(mean(hidden[0]));
        }
    }

    private static double[] mean(float[][] rows) {
        double[] mean = new double[rows[0].length];
        for (float[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                mean[i] += row[i] / (double) rows.length;
            }
        }
        return mean;
    }

    private static float[] normalised(double[] vector) {
        double length = Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
        float[] normalised = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            normalised[i] = (float) (vector[i] / length);
        }
        return normalised;
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
