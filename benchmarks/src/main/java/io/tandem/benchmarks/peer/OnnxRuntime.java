package io.tandem.benchmarks.peer;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** all-MiniLM-L6-v2 in ONNX Runtime on the CPU: batches of token ids to normalised vectors. */
public final class OnnxRuntime implements AutoCloseable {
    private final OrtEnvironment environment;
    private final OrtSession session;

    /**
     * Loads the model, with all optimisations that ONNX Runtime makes by itself.
     *
     * @throws LinkageError if there is no native library for this machine
     */
    public OnnxRuntime(int threads) throws OrtException, IOException {
        environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                InputStream model = OnnxRuntime.class.getResourceAsStream("/all-minilm-l6-v2.onnx")) {
            options.setIntraOpNumThreads(threads);
            session = environment.createSession(Objects.requireNonNull(model).readAllBytes(), options);
        }
    }

    /** What it is. */
    public static String name() {
        return "ONNX Runtime " + version();
    }

    private static String version() {
        String version = OrtEnvironment.class.getPackage().getImplementationVersion();
        return Objects.requireNonNullElse(version, "");
    }

    /** One vector for each list of ids: all in one run, the shorter ones padded to the longest and masked. */
    public float[][] embed(List<int[]> batch) throws OrtException {
        int longest = batch.stream().mapToInt(ids -> ids.length).max().orElse(0);
        long[] ids = new long[batch.size() * longest];
        long[] mask = new long[ids.length];
        for (int text = 0; text < batch.size(); text++) {
            int[] tokens = batch.get(text);
            int start = text * longest;
            for (int i = 0; i < tokens.length; i++) {
                ids[start + i] = tokens[i];
            }
            Arrays.fill(mask, start, start + tokens.length, 1);
        }
        long[] shape = {batch.size(), longest};
        try (OnnxTensor input = OnnxTensor.createTensor(environment, LongBuffer.wrap(ids), shape);
                OnnxTensor attention = OnnxTensor.createTensor(environment, LongBuffer.wrap(mask), shape);
                OnnxTensor types = OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[ids.length]), shape);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", types))) {
            OnnxTensor hidden = (OnnxTensor) result.get(0);
            return pooled(batch, hidden.getFloatBuffer(), longest, (int)
                    hidden.getInfo().getShape()[2]);
        }
    }

    private static float[][] pooled(List<int[]> batch, FloatBuffer hidden, int longest, int width) {
        float[] row = new float[width];
        float[][] vectors = new float[batch.size()][width];
        for (int text = 0; text < vectors.length; text++) {
            float[] vector = vectors[text];
            for (int token = 0; token < batch.get(text).length; token++) {
                hidden.get((text * longest + token) * width, row);
                for (int i = 0; i < width; i++) {
                    vector[i] += row[i];
                }
            }
            normalise(vector);
        }
        return vectors;
    }

    private static void normalise(float[] vector) {
        double squares = 0;
        for (float value : vector) {
            squares += (double) value * value;
        }
        float scale = (float) (1 / Math.sqrt(squares));
        for (int i = 0; i < vector.length; i++) {
            vector[i] *= scale;
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }
}
