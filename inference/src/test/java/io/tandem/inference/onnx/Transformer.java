package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;

/**
 * A small decoder over token ids, as frameworks export one: shapes are computed from those of the inputs, a mask from the
 * inputs' and a triangle.
 */
final class Transformer {
    private static final long VOCABULARY = 12;
    private static final long LONGEST = 16;

    private final OnnxBuilder model = new OnnxBuilder();
    private final NetworkBuilder net = new NetworkBuilder(model);
    private final int layers;
    private final long heads;
    private final long size;

    Transformer(int layers, long heads, long size) {
        this.layers = layers;
        this.heads = heads;
        this.size = size;
    }

    byte[] build() {
        model.input("ids", OnnxType.INT64, "batch", "length").input("mask", OnnxType.INT64, "batch", "length");
        String shape = net.node("Shape", List.of("ids"));
        String length = net.node("Gather", List.of(shape, net.integers(1)), attribute("axis", 0L));
        String tokens = net.node("Gather", List.of(net.weights(1, VOCABULARY, size), "ids"));
        String places = net.node("Slice", List.of(net.weights(1, LONGEST, size), net.integers(0), length));
        String x = net.node("Add", List.of(tokens, places));
        String mask = mask(length);
        for (int layer = 0; layer < layers; layer++) {
            x = net.node("Add", List.of(x, attention(net.layerNorm(x, size), shape, mask)));
            String inner = net.gelu(net.linear(net.layerNorm(x, size), size, 4 * size));
            x = net.node("Add", List.of(x, net.linear(inner, 4 * size, size)));
        }
        model.node("Identity", List.of(net.layerNorm(x, size)), List.of("states"));
        return model.output("states").build();
    }

    /** 0 where a token may look, the lowest float elsewhere: [batch, 1, length, length]. */
    private String mask(String length) {
        String square = net.node("Concat", List.of(length, length), attribute("axis", 0L));
        byte[] ones =
                attribute("value", OnnxBuilder.tensor("", List.of(1L), OnnxType.FLOAT, out -> out.writeFloat(4, 1)));
        String triangle =
                net.node("Trilu", List.of(net.node("ConstantOfShape", List.of(square), ones)), attribute("upper", 0L));
        String before = net.node("Cast", List.of(triangle), attribute("to", (long) OnnxType.BOOL.code()));
        String given = net.node("Cast", List.of("mask"), attribute("to", (long) OnnxType.BOOL.code()));
        String wide = net.node("Unsqueeze", List.of(given, net.integers(1, 2)));
        String allowed = net.node("And", List.of(wide, before));
        return net.node("Where", List.of(allowed, net.number(0), net.number(-Float.MAX_VALUE)));
    }

    private String attention(String x, String shape, String mask) {
        String q = net.node("Transpose", List.of(split(x, shape)), attribute("perm", 0, 2, 1, 3));
        String k = net.node("Transpose", List.of(split(x, shape)), attribute("perm", 0, 2, 3, 1));
        String v = net.node("Transpose", List.of(split(x, shape)), attribute("perm", 0, 2, 1, 3));
        String scores = net.node("MatMul", List.of(q, k));
        String scaled = net.node("Div", List.of(scores, net.number((float) Math.sqrt((double) size / heads))));
        String weights = net.node("Softmax", List.of(net.node("Add", List.of(scaled, mask))), attribute("axis", -1L));
        String mixed =
                net.node("Transpose", List.of(net.node("MatMul", List.of(weights, v))), attribute("perm", 0, 2, 1, 3));
        String flat = net.node("Concat", List.of(shape, net.integers(size)), attribute("axis", 0L));
        return net.linear(net.node("Reshape", List.of(mixed, flat)), size, size);
    }

    /** A projection as [batch, length, heads, size of a head]. */
    private String split(String x, String shape) {
        String parts = net.node("Concat", List.of(shape, net.integers(heads, size / heads)), attribute("axis", 0L));
        return net.node("Reshape", List.of(net.linear(x, size, size), parts));
    }
}
