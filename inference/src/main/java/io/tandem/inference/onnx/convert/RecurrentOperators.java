package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recurrent layers, unrolled: what each step sees of the input is one product for all steps, then step follows step. */
final class RecurrentOperators {
    private RecurrentOperators() {}

    static void addTo(ConverterTable table) {
        table.many("RNN", call -> layer(call, 1, "tanh"));
        table.many("GRU", call -> layer(call, 3, "sigmoid", "tanh"));
        table.many("LSTM", call -> layer(call, 4, "sigmoid", "tanh", "tanh"));
    }

    private static List<Value> layer(Call call, int gates, String... activations) {
        requirePlain(call, activations);
        Dims x = call.dims(0);
        Dims weights = call.dims(1);
        if (x.rank() != 3 || weights.rank() != 3 || weights.extent(1) % gates != 0) {
            throw Refusal.invalid("weights of shape " + weights + " for an input of shape " + x);
        }
        String direction = call.attributes().text("direction", "forward");
        int directions = direction.equals("bidirectional") ? 2 : 1;
        if (weights.extent(0) != directions) {
            throw Refusal.invalid("weights of " + weights.extent(0) + " directions for a layer that is " + direction);
        }
        if (x.extent(0) == 0) {
            throw Refusal.unsupported("a sequence of no steps");
        }
        Emitter.requireFew(x.extent(0) * directions);
        long size = weights.extent(1) / gates;
        List<Direction> done = new ArrayList<>();
        for (int i = 0; i < directions; i++) {
            boolean backwards = i == 1 || direction.equals("reverse");
            done.add(new Direction(call, i, size, gates).run(backwards));
        }
        return results(call, done, Dims.of(x.extent(1), size));
    }

    /** The states after each step, [steps, directions, batch, size], then the last ones, [directions, batch, size]. */
    private static List<Value> results(Call call, List<Direction> directions, Dims state) {
        Emitter emitter = call.emitter();
        List<Tensor> all = new ArrayList<>();
        List<Tensor> last = new ArrayList<>();
        List<Tensor> cells = new ArrayList<>();
        List<Dims> allShapes = new ArrayList<>();
        List<Dims> lastShapes = new ArrayList<>();
        Dims single = Dims.of(1).append(state);
        for (Direction direction : directions) {
            List<Dims> shapes = direction.states.stream().map(tensor -> single).toList();
            all.add(LayoutOperators.joined(emitter, direction.states, shapes, 0));
            allShapes.add(Dims.of(shapes.size(), 1).append(state));
            last.add(direction.hidden);
            cells.add(direction.cell);
            lastShapes.add(single);
        }
        Dims result = allShapes.getFirst().with(1, directions.size());
        Dims finals = single.with(0, directions.size());
        return List.of(
                call.ofFirstType(result, LayoutOperators.joined(emitter, all, allShapes, 1)),
                call.ofFirstType(finals, LayoutOperators.joined(emitter, last, lastShapes, 0)),
                call.ofFirstType(finals, LayoutOperators.joined(emitter, cells, lastShapes, 0)));
    }

    private static void requirePlain(Call call, String... activations) {
        for (String attribute : List.of("clip", "activation_alpha", "activation_beta")) {
            if (call.attributes().has(attribute)) {
                throw Refusal.unsupported(attribute);
            }
        }
        for (String flag : List.of("input_forget", "layout")) {
            if (call.attributes().flag(flag, false)) {
                throw Refusal.unsupported(flag + " 1");
            }
        }
        List<String> named = call.attributes().texts("activations");
        for (int i = 0; i < named.size(); i++) {
            String name = named.get(i).toLowerCase(Locale.ROOT);
            if (!name.equals(activations[i % activations.length])) {
                throw Refusal.unsupported("activation " + named.get(i));
            }
        }
        if (call.has(7)) {
            throw Refusal.unsupported("gates that look at the cell");
        }
        if (call.has(4)) {
            HostTensor lengths = call.constant(4);
            for (int i = 0; i < lengths.size(); i++) {
                if (lengths.integer(i) != call.dims(0).extent(0)) {
                    throw Refusal.unsupported("sequences of different lengths");
                }
            }
        }
    }

    /** One pass over the steps. Tensors of a step are [elements, batch]. */
    private static final class Direction {
        private final Call call;
        private final Emitter emitter;
        private final int index;
        private final long size;
        private final int gates;
        private final Dims gateDims;
        private final List<Tensor> states = new ArrayList<>();
        private Tensor hidden;
        private Tensor cell;

        Direction(Call call, int index, long size, int gates) {
            this.call = call;
            this.emitter = call.emitter();
            this.index = index;
            this.size = size;
            this.gates = gates;
            this.gateDims = Dims.of(call.dims(0).extent(1), gates * size);
            this.hidden = initial(5);
            this.cell = initial(6);
        }

        private Tensor initial(int operand) {
            Shape shape = Shape.of(size, gateDims.extent(0));
            if (!call.has(operand)) {
                return emitter.repeat(emitter.floats(Shape.of(1), 0), shape);
            }
            return emitter.reshape(part(operand), shape);
        }

        /** What an operand has for this direction. */
        private Tensor part(int operand) {
            Tensor tensor = emitter.singles(call.value(operand));
            return LayoutOperators.slice(emitter, tensor, call.dims(operand), 0, new SliceRange(index, 1, 1));
        }

        Direction run(boolean backwards) {
            Dims x = call.dims(0);
            Tensor rows =
                    emitter.reshape(emitter.singles(call.value(0)), Shape.of(x.extent(2), x.extent(0) * x.extent(1)));
            Tensor seen = call.graph().mulMat(part(1), rows);
            if (call.has(3)) {
                seen = call.graph().add(seen, bias(0));
            }
            Dims steps = Dims.of(x.extent(0), x.extent(1), gates * size);
            for (long i = 0; i < x.extent(0); i++) {
                long step = backwards ? x.extent(0) - 1 - i : i;
                Tensor now = LayoutOperators.slice(
                        emitter, emitter.reshape(seen, steps), steps, 0, new SliceRange(step, 1, 1));
                switch (gates) {
                    case 1 -> hidden = call.graph().tanh(sum(now));
                    case 3 -> hidden = gated(now);
                    default -> remember(now);
                }
                if (backwards) {
                    states.addFirst(hidden);
                } else {
                    states.add(hidden);
                }
            }
            return this;
        }

        /** The biases of the inputs, half 0, or of the states, half 1. */
        private Tensor bias(int half) {
            Dims both = Dims.of(2L * gates * size);
            SliceRange range = new SliceRange((long) half * gates * size, 1, gates * size);
            return LayoutOperators.slice(emitter, emitter.reshape(part(3), both), both, 0, range);
        }

        /** What the gates see of the state. */
        private Tensor recalled() {
            Tensor product = call.graph().mulMat(part(2), hidden);
            return call.has(3) ? call.graph().add(product, bias(1)) : product;
        }

        private Tensor sum(Tensor seen) {
            return call.graph().add(recalled(), emitter.reshape(seen, gateDims));
        }

        private Tensor gate(Tensor all, int gate) {
            return LayoutOperators.slice(emitter, all, gateDims, 1, new SliceRange(gate * size, 1, size));
        }

        /** Input, output, forget and cell gates (Hochreiter and Schmidhuber 1997). */
        private void remember(Tensor seen) {
            var graph = call.graph();
            Tensor all = sum(seen);
            Tensor kept = graph.mul(graph.sigmoid(gate(all, 2)), cell);
            Tensor learnt = graph.mul(graph.sigmoid(gate(all, 0)), graph.tanh(gate(all, 3)));
            cell = graph.add(kept, learnt);
            hidden = graph.mul(graph.sigmoid(gate(all, 1)), graph.tanh(cell));
        }

        /** Update, reset and hidden gates (Cho et al. 2014); the reset comes before the product or after it. */
        private Tensor gated(Tensor seen) {
            var graph = call.graph();
            Tensor now = emitter.reshape(seen, gateDims);
            Tensor recalled = recalled();
            Tensor update = graph.sigmoid(graph.add(gate(now, 0), gate(recalled, 0)));
            Tensor reset = graph.sigmoid(graph.add(gate(now, 1), gate(recalled, 1)));
            Tensor candidate;
            if (call.attributes().flag("linear_before_reset", false)) {
                candidate = graph.mul(reset, gate(recalled, 2));
            } else {
                Dims matrices = Dims.of(1, gates * size, size);
                SliceRange range = new SliceRange(2 * size, 1, size);
                Tensor matrix = LayoutOperators.slice(emitter, part(2), matrices, 1, range);
                candidate = graph.mulMat(matrix, graph.mul(reset, hidden));
                if (call.has(3)) {
                    Dims biases = Dims.of(gates * size);
                    candidate = graph.add(candidate, LayoutOperators.slice(emitter, bias(1), biases, 0, range));
                }
            }
            Tensor proposed = graph.tanh(graph.add(candidate, gate(now, 2)));
            // (1 − update) · proposed + update · hidden
            return graph.add(proposed, graph.mul(update, graph.sub(hidden, proposed)));
        }
    }
}
