package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Look-ups by index. Indices that are fed on each run must not be negative: devices refuse them. */
final class GatherOperators {
    private GatherOperators() {}

    static void addTo(ConverterTable table) {
        table.one("Gather", GatherOperators::gather);
        table.one("GatherElements", GatherOperators::gatherElements);
    }

    /** Rows of a table: a Gather along axis 0 of two operands that another operator has. */
    static Value rows(Call call, List<Optional<Value>> operands) {
        return gather(new Call(Attributes.NONE, call.version(), operands, call.outputs(), call.emitter()));
    }

    private static Value gather(Call call) {
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", 0));
        Dims result = dims.range(0, axis).append(call.dims(1)).append(dims.range(axis + 1, dims.rank()));
        Emitter emitter = call.emitter();
        Tensor data = emitter.tensor(call.value(0));
        Optional<int[]> known = knownIndices(call, dims.extent(axis));
        Optional<SliceRange> range = known.flatMap(GatherOperators::range);
        Tensor picked;
        if (range.isPresent()) {
            picked = LayoutOperators.slice(emitter, data, dims, axis, range.get());
        } else if (known.isPresent()) {
            picked = pick(emitter, data, dims, axis, known.get());
        } else {
            picked = pick(emitter, data, dims, axis, indices(emitter, call.value(1)));
        }
        return call.ofFirstType(result, emitter.reshape(picked, result));
    }

    /** Indices that are known during import, negative ones counted from the end. */
    private static Optional<int[]> knownIndices(Call call, long extent) {
        if (!(call.value(1) instanceof Constant constant)) {
            return Optional.empty();
        }
        HostTensor indices = constant.host();
        return Optional.of(IntStream.range(0, indices.size())
                .map(i -> {
                    long index = indices.integer(i);
                    long resolved = index < 0 ? index + extent : index;
                    if (resolved < 0 || resolved >= extent) {
                        throw Refusal.invalid("index " + index + " of an axis of extent " + extent);
                    }
                    return Math.toIntExact(resolved);
                })
                .toArray());
    }

    /** Indices that follow each other, as a slice. */
    private static Optional<SliceRange> range(int[] indices) {
        for (int i = 1; i < indices.length; i++) {
            if (indices[i] != indices[0] + i) {
                return Optional.empty();
            }
        }
        return indices.length == 0
                ? Optional.of(new SliceRange(0, 1, 0))
                : Optional.of(new SliceRange(indices[0], 1, indices.length));
    }

    private static Tensor indices(Emitter emitter, Value value) {
        Tensor tensor = emitter.tensor(value);
        return tensor.type().isIndex() ? tensor : emitter.cast(tensor, DType.I32);
    }

    /** The given indices of an axis. */
    static Tensor pick(Emitter emitter, Tensor tensor, Dims dims, int axis, int... indices) {
        return pick(emitter, tensor, dims, axis, emitter.indices(Shape.of(indices.length), indices));
    }

    /** The indices of an axis that a tensor holds: the axis becomes the rows of a matrix, and comes back afterwards. */
    private static Tensor pick(Emitter emitter, Tensor tensor, Dims dims, int axis, Tensor indices) {
        long count = indices.shape().elements();
        Dims before = dims.range(0, axis);
        Dims behind = dims.range(axis + 1, dims.rank());
        Dims around = Dims.of(before.elements(), dims.extent(axis), behind.elements());
        Tensor data = pickable(emitter, tensor);
        Tensor first = axis == 0 ? data : Axes.permute(emitter, emitter.reshape(data, around), around, 1, 0, 2);
        long row = before.elements() * behind.elements();
        Tensor rows = emitter.graph()
                .getRows(
                        emitter.reshape(first, Shape.of(row, dims.extent(axis))),
                        emitter.reshape(indices, Shape.of(count)));
        Dims picked = Dims.of(count, before.elements(), behind.elements());
        Dims result = before.append(Dims.of(count)).append(behind);
        if (axis == 0) {
            return emitter.reshape(rows, result);
        }
        return emitter.reshape(Axes.permute(emitter, emitter.reshape(rows, picked), picked, 1, 0, 2), result);
    }

    /** A value in a type that rows are picked of: f32 and i32 stay as they are. */
    static Tensor requirePickable(Emitter emitter, Value value) {
        return pickable(emitter, emitter.tensor(value));
    }

    private static Tensor pickable(Emitter emitter, Tensor tensor) {
        if (tensor.type().isFloat() || tensor.type() == DType.I32) {
            return tensor;
        }
        return emitter.cast(tensor, tensor.type() == DType.I64 ? DType.I32 : DType.F32);
    }

    /** Along the last axis each row of indices picks from its own row: rows of one element here. */
    private static Value gatherElements(Call call) {
        Dims dims = call.dims(0);
        Dims result = call.dims(1);
        int axis = dims.axis(call.attributes().integer("axis", 0));
        Emitter emitter = call.emitter();
        if (!dims.with(axis, 0).equals(result.with(axis, 0))) {
            return ofCorner(call, axis);
        }
        int[] order = Axes.lastly(dims.rank(), java.util.Set.of(axis));
        long rows = dims.with(axis, 1).elements();
        Tensor data = Axes.permute(emitter, requirePickable(emitter, call.value(0)), dims, order);
        Tensor given = knownIndices(call, dims.extent(axis))
                .map(known -> emitter.indices(Layouts.shape(result), known))
                .orElseGet(() -> indices(emitter, call.value(1)));
        Tensor ids = Axes.permute(emitter, given, result, order);
        Tensor picked = emitter.graph()
                .getRows(
                        emitter.reshape(data, Shape.of(1, dims.extent(axis), rows)),
                        emitter.reshape(ids, Shape.of(result.extent(axis), rows)));
        Dims permuted = result.permute(order);
        Tensor back = Axes.permute(emitter, emitter.reshape(picked, permuted), permuted, Axes.inverse(order));
        return call.ofFirstType(result, back);
    }

    /** Indices of a smaller shape than the data's mean elements of its first part. */
    private static Value ofCorner(Call call, int axis) {
        Dims dims = call.dims(0);
        Dims result = call.dims(1);
        if (result.rank() != dims.rank()) {
            throw Refusal.invalid("indices of shape " + result + " for data of shape " + dims);
        }
        Tensor corner = call.emitter().tensor(call.value(0));
        Dims now = dims;
        for (int i = 0; i < dims.rank(); i++) {
            if (i != axis) {
                corner = LayoutOperators.slice(call.emitter(), corner, now, i, new SliceRange(0, 1, result.extent(i)));
                now = now.with(i, result.extent(i));
            }
        }
        List<Optional<Value>> operands = List.of(
                Optional.of(call.ofFirstType(now, corner)), call.inputs().get(1));
        return gatherElements(new Call(call.attributes(), call.version(), operands, call.outputs(), call.emitter()));
    }
}
