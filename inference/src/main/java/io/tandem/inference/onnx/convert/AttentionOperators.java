package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.op.AttentionOp;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Attention (since operator set 23): products and a softmax, which are faster on the CPU, unless there are so many scores that
 * they had better not be kept; then one operation.
 */
final class AttentionOperators {
    /** Scores beyond this number, 256 MiB of them, are not kept. */
    private static final long MOST_SCORES = 1 << 26;

    private AttentionOperators() {}

    static void addTo(ConverterTable table) {
        table.many("Attention", AttentionOperators::attention);
    }

    /** Queries, keys or values as [batch, heads, length, size]. */
    private static Value heads(Call call, int index, String attribute) {
        Dims dims = call.dims(index);
        if (dims.rank() == 4) {
            return call.value(index);
        }
        long heads = call.attributes().integer(attribute, 0);
        if (dims.rank() != 3 || heads < 1 || dims.extent(2) % heads != 0) {
            throw Refusal.invalid(heads + " heads of shape " + dims);
        }
        Dims split = Dims.of(dims.extent(0), dims.extent(1), heads, dims.extent(2) / heads);
        Emitter emitter = call.emitter();
        Tensor tensor = emitter.reshape(call.floats(index), split);
        return new Computed(
                call.value(index).type(), split.permute(0, 2, 1, 3), Axes.permute(emitter, tensor, split, 0, 2, 1, 3));
    }

    /** Keys or values with those of earlier calls before them. */
    private static Value continued(Call call, Value value, int past) {
        if (!call.has(past)) {
            return value;
        }
        Emitter emitter = call.emitter();
        List<Tensor> parts = emitter.alike(List.of(call.value(past), value));
        Dims before = call.dims(past);
        Tensor joined = LayoutOperators.joined(emitter, parts, List.of(before, value.dims()), 2);
        Dims dims = value.dims().with(2, before.extent(2) + value.dims().extent(2));
        return new Computed(value.type(), dims, joined);
    }

    private static List<Value> attention(Call call) {
        Value queries = heads(call, 0, "q_num_heads");
        Value keys = continued(call, heads(call, 1, "kv_num_heads"), 4);
        Value values = continued(call, heads(call, 2, "kv_num_heads"), 5);
        Dims q = queries.dims();
        Value mask = mask(call, q.extent(2), keys.dims().extent(2));
        float scale = call.attributes().real("scale", (float) (1 / Math.sqrt((double) q.extent(3))));
        float cap = call.attributes().real("softcap", 0);
        Dims result =
                Dims.of(q.extent(0), q.extent(2), q.extent(1), values.dims().extent(3));
        List<Value> results = new ArrayList<>();
        if (call.wants(3)
                || q.product(0, 3) <= MOST_SCORES / Math.max(1, keys.dims().extent(2))) {
            Scores scores = scores(call, queries, keys, mask, scale, cap);
            Tensor weighted = weighted(call.emitter(), scores.weights(), values);
            results.add(output(call, weighted, result.permute(0, 2, 1, 3), false));
            results.add(keys);
            results.add(values);
            if (call.wants(3)) {
                Dims dims = q.with(3, keys.dims().extent(2));
                long mode = call.attributes().integer("qk_matmul_output_mode", 0);
                results.add(call.ofFirstType(dims, scores.shown(mode)));
            }
            return results;
        }
        List<Tensor> operands = new ArrayList<>(List.of(
                call.emitter().singles(queries),
                call.emitter().floats(keys),
                call.emitter().floats(values)));
        if (mask != null) {
            operands.add(call.emitter().singles(mask));
        }
        Tensor tensor =
                call.graph().apply(new AttentionOp.FlashAttnExt(scale, 0, cap, false), operands.toArray(Tensor[]::new));
        results.add(output(call, tensor, result, true));
        results.add(keys);
        results.add(values);
        return results;
    }

    /** The result in the form of the queries: [batch, heads, length, size], or [batch, length, heads · size]. */
    private static Value output(Call call, Tensor tensor, Dims dims, boolean lengthFirst) {
        Emitter emitter = call.emitter();
        boolean wantsLengthFirst = call.dims(0).rank() == 3;
        boolean turn = lengthFirst != wantsLengthFirst;
        Tensor ordered = turn ? Axes.permute(emitter, tensor, dims, 0, 2, 1, 3) : tensor;
        Dims order = turn ? dims.permute(0, 2, 1, 3) : dims;
        Dims result =
                wantsLengthFirst ? Dims.of(order.extent(0), order.extent(1), order.extent(2) * order.extent(3)) : order;
        return call.ofFirstType(result, wantsLengthFirst ? emitter.reshape(ordered, result) : ordered);
    }

    /** What is added to the scores [.., queries, keys]; null where nothing is. */
    private static @Nullable Value mask(Call call, long queries, long keys) {
        Optional<Value> mask = call.has(3) ? Optional.of(given(call, queries, keys)) : Optional.empty();
        if (call.attributes().flag("is_causal", false)) {
            if (call.has(6)) {
                throw Refusal.unsupported("a causal mask beside nonpad_kv_seqlen");
            }
            long past = call.has(4) ? call.dims(4).extent(2) : 0;
            Value causal = causal(call, queries, keys, past);
            mask = Optional.of(mask.map(other -> Broadcasting.add(call.emitter(), other, causal))
                    .orElse(causal));
        }
        if (call.has(6)) {
            Value lengths = lengths(call, keys);
            mask = Optional.of(mask.map(other -> Broadcasting.add(call.emitter(), other, lengths))
                    .orElse(lengths));
        }
        return mask.map(value -> full(call.emitter(), value, queries, keys)).orElse(null);
    }

    /** The mask that the node is given, truth values as 0 and −∞; keys beyond its end are left out. */
    private static Value given(Call call, long queries, long keys) {
        Emitter emitter = call.emitter();
        Value mask = call.value(3);
        if (mask.type() == OnnxType.BOOL) {
            mask = excluding(emitter, mask);
        }
        Dims dims = mask.dims();
        int last = dims.rank() - 1;
        if (last < 1 || dims.extent(last) > keys || dims.rank() > 4) {
            throw Refusal.invalid("a mask of shape " + dims + " for " + queries + " queries and " + keys + " keys");
        }
        long missing = dims.extent(last) == 1 ? 0 : keys - dims.extent(last);
        Tensor infinity = emitter.floats(Shape.of(1), Float.NEGATIVE_INFINITY);
        Tensor padded = Padding.number(emitter, emitter.singles(mask), dims, last, 0, missing, infinity);
        return new Computed(OnnxType.FLOAT, dims.with(last, dims.extent(last) + missing), padded);
    }

    /** 0 where a truth value holds, −∞ elsewhere. */
    private static Value excluding(Emitter emitter, Value holds) {
        return LogicOperators.where(
                emitter,
                holds,
                new Computed(OnnxType.FLOAT, Dims.SCALAR, emitter.floats(Shape.of(1), 0)),
                new Computed(OnnxType.FLOAT, Dims.SCALAR, emitter.floats(Shape.of(1), Float.NEGATIVE_INFINITY)));
    }

    private static Value causal(Call call, long queries, long keys, long past) {
        Dims dims = Dims.of(queries, keys);
        long[] cells = HostTensor.cells(dims);
        for (int i = 0; i < cells.length; i++) {
            double number = i % keys > i / keys + past ? Double.NEGATIVE_INFINITY : 0;
            cells[i] = Double.doubleToRawLongBits(number);
        }
        return Constant.of(call.resultName() + " causal mask", HostTensor.ofCells(OnnxType.FLOAT, dims, cells));
    }

    /** How many keys of each batch count. */
    private static Value lengths(Call call, long keys) {
        Emitter emitter = call.emitter();
        long batches = call.dims(6).elements();
        Tensor places = emitter.repeat(call.graph().arange(0, (float) keys, 1), Shape.of(keys, 1, 1, batches));
        Tensor counts = emitter.reshape(call.floats(6), Shape.of(1, 1, 1, batches));
        Tensor holds = call.graph().less(places, counts);
        return excluding(emitter, new Computed(OnnxType.BOOL, Dims.of(batches, 1, 1, keys), holds));
    }

    /** A mask whose last two axes have their full extents, as the operations want it. */
    private static Value full(Emitter emitter, Value mask, long queries, long keys) {
        Dims dims = mask.dims().padded(4);
        Dims full = dims.with(2, queries).with(3, keys);
        return new Computed(OnnxType.FLOAT, full, emitter.repeat(emitter.singles(mask), Layouts.shape(full)));
    }

    /** Products of queries and keys, and what becomes of them. */
    private record Scores(Tensor products, Tensor weights) {
        Tensor shown(long mode) {
            return switch ((int) mode) {
                case 0 -> products;
                case 3 -> weights;
                default -> throw Refusal.unsupported("scores in the form " + mode);
            };
        }
    }

    private static Scores scores(Call call, Value queries, Value keys, @Nullable Value mask, float scale, float cap) {
        GraphBuilder graph = call.graph();
        Emitter emitter = call.emitter();
        Tensor k = MatrixProduct.rows(emitter, emitter.floats(keys));
        Tensor q = MatrixProduct.rows(emitter, emitter.singles(queries));
        Tensor products = graph.scale(graph.mulMat(k, q), scale);
        Tensor capped = cap == 0 ? products : graph.scale(graph.tanh(graph.scale(products, 1 / cap)), cap);
        Tensor weights = mask == null ? graph.softMax(capped) : graph.softMax(capped, emitter.singles(mask), 1, 0);
        return new Scores(products, weights);
    }

    private static Tensor weighted(Emitter emitter, Tensor weights, Value values) {
        Tensor columns = emitter.packed(emitter.graph().transpose(emitter.singles(values)));
        return emitter.graph().mulMat(columns, weights);
    }
}
