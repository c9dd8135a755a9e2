package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.BinaryOp;
import java.util.List;
import java.util.Optional;

/** RotaryEmbedding (since operator set 23): its angles come as tables of cosines and sines, so it is not ROPE. */
final class RotaryOperators {
    private RotaryOperators() {}

    static void addTo(ConverterTable table) {
        table.one("RotaryEmbedding", RotaryOperators::rotated);
    }

    private static Value rotated(Call call) {
        Emitter emitter = call.emitter();
        Dims given = call.dims(0);
        boolean flat = given.rank() == 3;
        long heads = call.attributes().integer("num_heads", 0);
        boolean fits = flat ? heads > 0 && given.extent(2) % heads == 0 : given.rank() == 4;
        if (!fits) {
            throw Refusal.invalid(heads + " heads of shape " + given);
        }
        // [batch, length, heads, size], as tables then only miss the heads
        Dims dims = flat
                ? Dims.of(given.extent(0), given.extent(1), heads, given.extent(2) / heads)
                : given.permute(0, 2, 1, 3);
        Tensor x =
                flat ? emitter.reshape(call.floats(0), dims) : Axes.permute(emitter, call.floats(0), given, 0, 2, 1, 3);
        long turned = call.attributes().integer("rotary_embedding_dim", 0);
        long size = turned == 0 ? dims.extent(3) : turned;
        if (size % 2 != 0 || size > dims.extent(3)) {
            throw Refusal.invalid("rotary_embedding_dim " + size + " of " + dims.extent(3));
        }
        Tensor result = turned(call, x, dims, size);
        return call.likeFirst(flat ? emitter.reshape(result, given) : Axes.permute(emitter, result, dims, 0, 2, 1, 3));
    }

    private static Tensor turned(Call call, Tensor x, Dims dims, long size) {
        Emitter emitter = call.emitter();
        boolean interleaved = call.attributes().flag("interleaved", false);
        long half = size / 2;
        SliceRange firsts = interleaved ? new SliceRange(0, half == 1 ? 1 : 2, half) : new SliceRange(0, 1, half);
        SliceRange seconds = interleaved ? new SliceRange(1, half == 1 ? 1 : 2, half) : new SliceRange(half, 1, half);
        Dims halved = dims.with(3, half);
        Value a = new Computed(OnnxType.FLOAT, halved, LayoutOperators.slice(emitter, x, dims, 3, firsts));
        Value b = new Computed(OnnxType.FLOAT, halved, LayoutOperators.slice(emitter, x, dims, 3, seconds));
        Value cosines = table(call, 1, dims, half);
        Value sines = table(call, 2, dims, half);
        GraphBuilder graph = call.graph();
        Tensor real = graph.apply(new BinaryOp.Sub(), product(emitter, a, cosines), product(emitter, b, sines));
        Tensor imaginary = graph.add(product(emitter, a, sines), product(emitter, b, cosines));
        Tensor result;
        if (interleaved) {
            Dims single = halved.append(Dims.of(1));
            result = LayoutOperators.joined(emitter, List.of(real, imaginary), List.of(single, single), 4);
        } else {
            result = LayoutOperators.joined(emitter, List.of(real, imaginary), List.of(halved, halved), 3);
        }
        Dims rotated = dims.with(3, size);
        result = emitter.reshape(result, rotated);
        long kept = dims.extent(3) - size;
        if (kept == 0) {
            return result;
        }
        Tensor rest =
                emitter.cast(LayoutOperators.slice(emitter, x, dims, 3, new SliceRange(size, 1, kept)), result.type());
        return LayoutOperators.joined(emitter, List.of(result, rest), List.of(rotated, dims.with(3, kept)), 3);
    }

    private static Tensor product(Emitter emitter, Value a, Value b) {
        return emitter.floats(Broadcasting.multiply(emitter, a, b));
    }

    /** Cosines or sines of each batch and place: as they are, or picked from a table by the places' numbers. */
    private static Value table(Call call, int index, Dims dims, long half) {
        Value table = call.value(index);
        if (call.has(3)) {
            List<Optional<Value>> operands = List.of(Optional.of(table), Optional.of(call.value(3)));
            table = GatherOperators.rows(call, operands);
        }
        Dims found = table.dims();
        if (found.rank() != 3 || found.extent(2) != half || found.extent(1) != dims.extent(1)) {
            throw Refusal.invalid("a table of shape " + found + " for " + dims.extent(1) + " places of " + half);
        }
        Dims result = Dims.of(found.extent(0), found.extent(1), 1, half);
        Emitter emitter = call.emitter();
        return new Computed(OnnxType.FLOAT, result, emitter.reshape(emitter.singles(table), result));
    }
}
