package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Attention and rotary embeddings, which ONNX Runtime does not have, against the same in older operators, which it has. */
class AttentionTest {
    private static final String[] NAMES = {"q", "k", "v", "mask", "past_k", "past_v", "lengths"};

    private static OnnxTensor random(String name, long... shape) {
        Random random = new Random(name.hashCode());
        int count = 1;
        List<Long> dimensions = new ArrayList<>();
        for (long extent : shape) {
            count *= (int) extent;
            dimensions.add(extent);
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return OnnxRuntime.floats(name, dimensions, values);
    }

    private static OnnxBuilder model(long version, List<OnnxTensor> inputs) {
        OnnxBuilder builder = new OnnxBuilder().operatorSet(version);
        inputs.forEach(input ->
                builder.input(input.name(), input.type(), input.dimensions().toArray()));
        return builder;
    }

    /** The node on these inputs, of which those that it does not have are left out. */
    private static Map<String, OnnxTensor> attention(
            List<OnnxTensor> inputs, List<String> outputs, byte[]... attributes) {
        List<String> names = inputs.stream().map(OnnxTensor::name).toList();
        List<String> operands = new ArrayList<>();
        for (String name : NAMES) {
            operands.add(names.contains(name) ? name : "");
        }
        OnnxBuilder builder = model(24, inputs).node("Attention", operands, outputs, attributes);
        outputs.forEach(builder::output);
        return run(builder, inputs);
    }

    private static Map<String, OnnxTensor> run(OnnxBuilder builder, List<OnnxTensor> inputs) {
        try (OnnxModel model = OnnxModel.of("test", builder.build())) {
            return Parity.run(model.graph(ImportRequest.create()), inputs);
        }
    }

    /** softmax(scale · q kᵀ + mask) v of tensors of four dimensions by ONNX Runtime; the mask is a constant. */
    private static OnnxTensor expected(List<OnnxTensor> inputs, float scale, OnnxTensor mask) {
        byte[] content = model(17, inputs)
                .constant(mask)
                .floats("scale", List.of(), scale)
                .node("Transpose", List.of("k"), List.of("t"), attribute("perm", 0, 1, 3, 2))
                .node("MatMul", List.of("q", "t"), List.of("s"))
                .node("Mul", List.of("s", "scale"), List.of("scaled"))
                .node("Add", List.of("scaled", mask.name()), List.of("masked"))
                .node("Softmax", List.of("masked"), List.of("p"))
                .node("MatMul", List.of("p", "v"), List.of("y"))
                .output("y")
                .build();
        return OnnxRuntime.run(content, inputs).getFirst();
    }

    private static OnnxTensor causal(int queries, int keys, int past) {
        float[] values = new float[queries * keys];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % keys > i / keys + past ? Float.NEGATIVE_INFINITY : 0;
        }
        return OnnxRuntime.floats("m", List.of((long) queries, (long) keys), values);
    }

    private static OnnxTensor none() {
        return OnnxRuntime.floats("m", List.of(1L), 0);
    }

    private static void assertClose(OnnxTensor actual, OnnxTensor expected) {
        assertThat(Parity.error(actual, expected)).isLessThan(Parity.TOLERANCE);
    }

    @Test
    void fourDimensions() {
        List<OnnxTensor> inputs = List.of(random("q", 2, 3, 4, 8), random("k", 2, 3, 6, 8), random("v", 2, 3, 6, 5));
        OnnxTensor plain = expected(inputs, (float) Math.sqrt(0.125), none());
        assertClose(attention(inputs, List.of("y")).get("y"), plain);
        OnnxTensor scaled = expected(inputs, 0.5f, causal(4, 6, 0));
        byte[][] attributes = {attribute("scale", 0.5f), attribute("is_causal", 1L)};
        assertClose(attention(inputs, List.of("y"), attributes).get("y"), scaled);
    }

    @Test
    void masks() {
        List<OnnxTensor> inputs =
                new ArrayList<>(List.of(random("q", 2, 3, 2, 4), random("k", 2, 3, 4, 4), random("v", 2, 3, 4, 4)));
        OnnxTensor mask = random("mask", 2, 1, 2, 4);
        OnnxTensor added = new OnnxTensor("m", mask.dimensions(), mask.type(), mask.data(), List.of());
        OnnxTensor expected = expected(inputs, 0.5f, added);
        inputs.add(mask);
        assertClose(attention(inputs, List.of("y")).get("y"), expected);
    }

    @Test
    void masksOfTruthValues() {
        List<OnnxTensor> inputs =
                new ArrayList<>(List.of(random("q", 1, 2, 2, 4), random("k", 1, 2, 3, 4), random("v", 1, 2, 3, 4)));
        float out = Float.NEGATIVE_INFINITY;
        OnnxTensor expected = expected(inputs, 0.5f, OnnxRuntime.floats("m", List.of(2L, 3L), 0, out, 0, out, 0, out));
        inputs.add(OnnxRuntime.booleans("mask", List.of(2L, 3L), 1, 0, 1, 0, 1, 0));
        assertClose(attention(inputs, List.of("y")).get("y"), expected);
        inputs.set(3, OnnxRuntime.booleans("mask", List.of(2L, 2L), 1, 0, 0, 1)); // the last key is left out
        assertThat(attention(inputs, List.of("y")).get("y").dimensions()).containsExactly(1L, 2L, 2L, 4L);
    }

    @Test
    void threeDimensionsAndFewerHeadsOfKeys() {
        OnnxTensor q = random("q", 2, 3, 16);
        OnnxTensor k = random("k", 2, 5, 8);
        OnnxTensor v = random("v", 2, 5, 8);
        byte[][] heads = {attribute("q_num_heads", 4L), attribute("kv_num_heads", 2L)};
        OnnxTensor y = attention(List.of(q, k, v), List.of("y"), heads).get("y");
        byte[] content = model(17, List.of(q, k, v))
                .integers("qs", List.of(4L), 0, 0, 4, 4)
                .integers("ks", List.of(5L), 0, 0, 2, 1, 4)
                .integers("kr", List.of(5L), 2, 5, 2, 2, 4)
                .integers("km", List.of(4L), 2, 5, 4, 4)
                .integers("ys", List.of(3L), 0, 0, -1)
                .floats("half", List.of(), 0.5f)
                .node("Reshape", List.of("q", "qs"), List.of("q4"))
                .node("Transpose", List.of("q4"), List.of("qt"), attribute("perm", 0, 2, 1, 3))
                .node("Reshape", List.of("k", "ks"), List.of("k5"))
                .node("Expand", List.of("k5", "kr"), List.of("kx"))
                .node("Reshape", List.of("kx", "km"), List.of("k4"))
                .node("Transpose", List.of("k4"), List.of("kt"), attribute("perm", 0, 2, 3, 1))
                .node("Reshape", List.of("v", "ks"), List.of("v5"))
                .node("Expand", List.of("v5", "kr"), List.of("vx"))
                .node("Reshape", List.of("vx", "km"), List.of("v4"))
                .node("Transpose", List.of("v4"), List.of("vt"), attribute("perm", 0, 2, 1, 3))
                .node("MatMul", List.of("qt", "kt"), List.of("s"))
                .node("Mul", List.of("s", "half"), List.of("scaled"))
                .node("Softmax", List.of("scaled"), List.of("p"))
                .node("MatMul", List.of("p", "vt"), List.of("o"))
                .node("Transpose", List.of("o"), List.of("ot"), attribute("perm", 0, 2, 1, 3))
                .node("Reshape", List.of("ot", "ys"), List.of("y"))
                .output("y")
                .build();
        assertClose(y, OnnxRuntime.run(content, List.of(q, k, v)).getFirst());
    }

    @Test
    void continuesEarlierKeys() {
        OnnxTensor q = random("q", 1, 2, 2, 4);
        OnnxTensor k = random("k", 1, 2, 2, 4);
        OnnxTensor v = random("v", 1, 2, 2, 4);
        List<OnnxTensor> inputs = List.of(q, k, v, random("past_k", 1, 2, 3, 4), random("past_v", 1, 2, 3, 4));
        List<String> names = List.of("y", "all_k", "all_v");
        Map<String, OnnxTensor> outputs = attention(inputs, names, attribute("is_causal", 1L));
        OnnxTensor allKeys = outputs.get("all_k");
        OnnxTensor allValues = outputs.get("all_v");
        assertThat(allKeys.dimensions()).containsExactly(1L, 2L, 5L, 4L);
        List<OnnxTensor> whole = List.of(
                q,
                new OnnxTensor("k", allKeys.dimensions(), OnnxType.FLOAT, allKeys.data(), List.of()),
                new OnnxTensor("v", allValues.dimensions(), OnnxType.FLOAT, allValues.data(), List.of()));
        assertClose(outputs.get("y"), expected(whole, 0.5f, causal(2, 5, 3)));
    }

    @Test
    void scoresAreAResultToo() {
        List<OnnxTensor> inputs = List.of(random("q", 2, 4, 3, 8), random("k", 2, 2, 6, 8), random("v", 2, 2, 6, 5));
        byte[] cap = attribute("softcap", 2f);
        OnnxTensor fused = attention(inputs, List.of("y"), cap).get("y");
        List<String> all = List.of("y", "keys", "values", "scores");
        Map<String, OnnxTensor> outputs = attention(inputs, all, cap, attribute("qk_matmul_output_mode", 3L));
        assertClose(outputs.get("y"), fused);
        assertThat(outputs.get("scores").dimensions()).containsExactly(2L, 4L, 3L, 6L);
    }

    @Test
    void scoresThatAreTooManyAreNotKept() {
        long length = 5_800; // of which the scores of two heads are more than are kept
        float[] zeros = new float[(int) (2 * length)];
        float[] values = zeros.clone();
        java.util.Arrays.fill(values, 0, (int) length, 3);
        java.util.Arrays.fill(values, (int) length, values.length, -5);
        List<Long> shape = List.of(1L, 2L, length, 1L);
        List<OnnxTensor> inputs = List.of(
                OnnxRuntime.floats("q", shape, zeros),
                OnnxRuntime.floats("k", shape, zeros),
                OnnxRuntime.floats("v", shape, values));
        byte[] content = model(23, inputs)
                .node("Attention", List.of("q", "k", "v"), List.of("y"))
                .output("y")
                .build();
        try (OnnxModel model = OnnxModel.of("test", content)) {
            assertThat(model.graph(ImportRequest.create()).graph().nodes())
                    .anyMatch(node -> node.op().name().equals("FLASH_ATTN_EXT"));
        }
        assertClose(NetworkTest.run(content, inputs).get("y"), OnnxRuntime.floats("y", shape, values));
    }

    @Test
    void someKeysDoNotCount() {
        OnnxTensor q = random("q", 2, 1, 2, 4);
        OnnxTensor k = random("k", 2, 1, 3, 4);
        OnnxTensor v = random("v", 2, 1, 3, 4);
        float out = Float.NEGATIVE_INFINITY;
        OnnxTensor expected = expected(
                List.of(q, k, v), 0.5f, OnnxRuntime.floats("m", List.of(2L, 1L, 1L, 3L), 0, 0, out, 0, out, out));
        OnnxTensor lengths = OnnxRuntime.integers("lengths", List.of(2L), 2, 1);
        assertClose(attention(List.of(q, k, v, lengths), List.of("y")).get("y"), expected);
    }

    @Test
    void rotaryEmbeddings() {
        OnnxTensor x = random("x", 1, 2, 2, 6);
        OnnxTensor cosines = random("cos", 5, 2);
        OnnxTensor sines = random("sin", 5, 2);
        OnnxTensor places = OnnxRuntime.integers("places", List.of(1L, 2L), 4, 1);
        List<OnnxTensor> inputs = List.of(x, cosines, sines, places);
        for (long interleaved : new long[] {0, 1}) {
            OnnxBuilder builder = model(23, inputs)
                    .node(
                            "RotaryEmbedding",
                            List.of("x", "cos", "sin", "places"),
                            List.of("y"),
                            attribute("interleaved", interleaved),
                            attribute("rotary_embedding_dim", 4L))
                    .output("y");
            float[] expected = rotated(x, cosines, sines, new int[] {4, 1}, interleaved == 1);
            assertClose(run(builder, inputs).get("y"), OnnxRuntime.floats("y", x.dimensions(), expected));
        }
    }

    /** By the formula: of six elements the first four turn. */
    private static float[] rotated(OnnxTensor x, OnnxTensor cosines, OnnxTensor sines, int[] places, boolean pairs) {
        float[] in = x.data().toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT);
        float[] cos = cosines.data().toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT);
        float[] sin = sines.data().toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT);
        float[] out = in.clone();
        for (int row = 0; row < 4; row++) {
            int place = places[row % 2];
            for (int i = 0; i < 2; i++) {
                int a = row * 6 + (pairs ? 2 * i : i);
                int b = pairs ? a + 1 : a + 2;
                float c = cos[place * 2 + i];
                float s = sin[place * 2 + i];
                out[a] = c * in[a] - s * in[b];
                out[b] = s * in[a] + c * in[b];
            }
        }
        return out;
    }
}
