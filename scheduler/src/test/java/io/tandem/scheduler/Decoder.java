package io.tandem.scheduler;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.op.AttentionOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small decoder of two layers, built in two ways: for some tokens whose keys and values go to states and whose attention
 * looks at the first rows of these, a multiple of 256; and for a whole sequence without states.
 */
final class Decoder {
    static final int VOCABULARY = 64;
    static final int BUCKET = 256;
    private static final int WIDTH = 32;
    private static final int HEADS = 4;
    private static final int HEAD = WIDTH / HEADS;
    private static final int HIDDEN = 64;
    private static final int LAYERS = 2;

    private final int length;
    private final Map<String, Weight> weights = new LinkedHashMap<>();
    private final List<State> states = new ArrayList<>();
    private final Random random = new Random(1);

    /**
     * Weights and states.
     *
     * @param length the longest sequence
     */
    Decoder(int length) {
        this.length = length;
        weight("embedding", WIDTH, VOCABULARY);
        for (int layer = 0; layer < LAYERS; layer++) {
            String name = "layer" + layer + ".";
            List.of("wq", "wk", "wv", "wo").forEach(each -> weight(name + each, WIDTH, WIDTH));
            weight(name + "up", WIDTH, HIDDEN);
            weight(name + "down", HIDDEN, WIDTH);
            states.add(State.of(name + "keys", DType.F32, Shape.of(WIDTH, length)));
            states.add(State.of(name + "values", DType.F32, Shape.of(WIDTH, length)));
        }
        weight("head", WIDTH, VOCABULARY);
    }

    /** A graph and its ends. */
    record Step(Graph graph, Tensor tokens, Tensor positions, Tensor mask, Tensor logits) {
        /** The contents for the tokens at some positions. */
        Inputs inputs(int[] ids, int from) {
            int columns = (int) mask.shape().d0();
            float[] visible = new float[columns * ids.length];
            int[] places = new int[ids.length];
            for (int row = 0; row < ids.length; row++) {
                places[row] = from + row;
                for (int column = from + row + 1; column < columns; column++) {
                    visible[row * columns + column] = Float.NEGATIVE_INFINITY;
                }
            }
            return Inputs.of(tokens, ids).and(positions, places).and(mask, visible);
        }
    }

    private void weight(String name, int columns, int rows) {
        float[] values = new float[columns * rows];
        for (int i = 0; i < values.length; i++) {
            values[i] = (random.nextFloat() - 0.5f) * 4 / (float) Math.sqrt(columns);
        }
        weights.put(name, Weight.ofFloats(name, Shape.of(columns, rows), values));
    }

    /** One token, attending to the first {@code bucket} positions. */
    Step step(int bucket) {
        return build(1, bucket, true);
    }

    /** A whole sequence at once. */
    Step sequence() {
        return build(length, length, false);
    }

    private Step build(int tokens, int columns, boolean cached) {
        GraphBuilder g = Graph.builder();
        Tensor ids = g.input("tokens", DType.I32, Shape.of(tokens));
        Tensor positions = g.input("positions", DType.I32, Shape.of(tokens));
        Tensor mask = g.input("mask", DType.F32, Shape.of(columns, tokens));
        Tensor x = g.getRows(weight(g, "embedding"), ids);
        for (int layer = 0; layer < LAYERS; layer++) {
            try (GraphBuilder.Scope _ = g.scope("layer" + layer)) {
                x = layer(g, layer, x, positions, mask, cached);
            }
        }
        Tensor logits = g.output("logits", g.mulMat(weight(g, "head"), g.rmsNorm(x, 1e-5f)));
        return new Step(g.build(), ids, positions, mask, logits);
    }

    private Tensor weight(GraphBuilder g, String name) {
        return g.weight(weights.get(name));
    }

    private Tensor layer(GraphBuilder g, int layer, Tensor x, Tensor positions, Tensor mask, boolean cached) {
        String name = "layer" + layer + ".";
        Tensor normed = g.rmsNorm(x, 1e-5f);
        Tensor query = rotated(g, g.mulMat(weight(g, name + "wq"), normed), positions);
        Tensor key = rotated(g, g.mulMat(weight(g, name + "wk"), normed), positions);
        Tensor value = g.mulMat(weight(g, name + "wv"), normed);
        long tokens = x.shape().d1();
        Tensor flatKey = g.reshape(key, WIDTH, tokens);
        Tensor keys = cached ? g.setRows(g.state(states.get(2 * layer)), flatKey, positions) : flatKey;
        Tensor values = cached ? g.setRows(g.state(states.get(2 * layer + 1)), value, positions) : value;
        long columns = mask.shape().d0();
        Tensor scores = g.mulMat(heads(g, keys, columns), g.permute(query, 0, 2, 1, 3));
        Tensor weighted = g.softMax(scores, mask, (float) (1 / Math.sqrt(HEAD)), 0);
        Tensor turned = g.cont(g.permute(heads(g, values, columns), 1, 0, 2, 3));
        Tensor mixed = g.cont(g.permute(g.mulMat(turned, weighted), 0, 2, 1, 3));
        Tensor attended = g.mulMat(weight(g, name + "wo"), g.reshape(mixed, WIDTH, tokens));
        Tensor sum = g.add(x, attended);
        Tensor up = g.silu(g.mulMat(weight(g, name + "up"), g.rmsNorm(sum, 1e-5f)));
        return g.name("out", g.add(sum, g.mulMat(weight(g, name + "down"), up)));
    }

    private static Tensor rotated(GraphBuilder g, Tensor x, Tensor positions) {
        Tensor heads = g.reshape(x, HEAD, HEADS, x.shape().d1());
        return g.rope(heads, positions, HEAD, AttentionOp.RopeMode.NEOX, 10_000);
    }

    /** The first rows by head: [head, rows, heads]. */
    private static Tensor heads(GraphBuilder g, Tensor rows, long count) {
        return g.view(rows, Shape.of(HEAD, count, HEADS), new Strides(4, 4 * WIDTH, 4 * HEAD, 4L * WIDTH * count), 0);
    }
}
