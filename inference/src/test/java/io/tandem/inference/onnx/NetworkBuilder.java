package io.tandem.inference.onnx;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Writes networks layer by layer, with random weights. Values are named by what made them and a number. */
final class NetworkBuilder {
    private final OnnxBuilder model;
    private final Random random = new Random(17);
    private int made;

    NetworkBuilder(OnnxBuilder model) {
        this.model = model;
    }

    /** A node of one result. */
    String node(String operator, List<String> inputs, byte[]... attributes) {
        String result = operator.toLowerCase(java.util.Locale.ROOT) + "_" + made++;
        model.node(operator, inputs, List.of(result), attributes);
        return result;
    }

    /** Weights between −bound and bound. */
    String weights(double bound, long... shape) {
        return weights(-bound, bound, shape);
    }

    /** Weights of a range. */
    String weights(double low, double high, long... shape) {
        float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (low + (high - low) * random.nextDouble());
        }
        String name = "weights_" + made++;
        model.floats(name, Arrays.stream(shape).boxed().toList(), values);
        return name;
    }

    /** A single number. */
    String number(float value) {
        String name = "number_" + made++;
        model.floats(name, List.of(), value);
        return name;
    }

    /** A list of integers. */
    String integers(long... values) {
        String name = "integers_" + made++;
        model.integers(name, List.of((long) values.length), values);
        return name;
    }

    /** A product with weights and a bias. */
    String linear(String x, long in, long out) {
        String product = node("MatMul", List.of(x, weights(1 / Math.sqrt((double) in), in, out)));
        return node("Add", List.of(weights(0.1, out), product));
    }

    /** Layer normalisation in the operators that frameworks wrote before there was one for it. */
    String layerNorm(String x, long size) {
        byte[] last = OnnxBuilder.attribute("axes", new long[] {-1});
        String centred = node("Sub", List.of(x, node("ReduceMean", List.of(x), last)));
        String squared = node("Pow", List.of(centred, number(2)));
        String variance = node("ReduceMean", List.of(squared), last);
        String deviation = node("Sqrt", List.of(node("Add", List.of(variance, number(1e-5f)))));
        String normalized = node("Div", List.of(centred, deviation));
        return node("Add", List.of(node("Mul", List.of(normalized, weights(0.5, 1.5, size))), weights(0.1, size)));
    }

    /** x · ½ · (1 + erf(x / √2)). */
    String gelu(String x) {
        String erf = node("Erf", List.of(node("Div", List.of(x, number((float) Math.sqrt(2))))));
        String sum = node("Add", List.of(erf, number(1)));
        return node("Mul", List.of(node("Mul", List.of(x, sum)), number(0.5f)));
    }
}
