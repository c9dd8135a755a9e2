package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.ShapeRules;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Operators that move elements or look at them in another way. */
final class LayoutOperators {
    private LayoutOperators() {}

    static void addTo(ConverterTable table) {
        addReshape(table, "Reshape", ShapeRules::reshape);
        addReshape(table, "Flatten", ShapeRules::flatten);
        addReshape(table, "Squeeze", ShapeRules::squeeze);
        addReshape(table, "Unsqueeze", ShapeRules::unsqueeze);
        table.one("Transpose", LayoutOperators::transpose);
        table.one("Concat", LayoutOperators::concat);
        table.one("Slice", LayoutOperators::slice);
        table.one("Expand", call -> repeat(call, ShapeRules.expand(call)));
        table.one("Tile", call -> repeat(call, ShapeRules.tile(call)));
        table.many("Split", LayoutOperators::split);
        table.many("Dropout", LayoutOperators::dropout);
    }

    private static void addReshape(ConverterTable table, String operator, Function<Call, Dims> resultDims) {
        table.one(operator, call -> {
            Dims dims = resultDims.apply(call);
            if (call.value(0) instanceof Constant constant) {
                return constant.reshaped(call.resultName(), dims);
            }
            return call.ofFirstType(dims, call.emitter().reshape(tensor(call), dims));
        });
    }

    private static Tensor tensor(Call call) {
        return call.emitter().tensor(call.value(0));
    }

    private static Value transpose(Call call) {
        int[] order = ShapeRules.transpose(call);
        Dims dims = call.dims(0).permute(order);
        return call.ofFirstType(dims, Axes.permute(call.emitter(), tensor(call), call.dims(0), order));
    }

    private static Value repeat(Call call, Dims dims) {
        Emitter emitter = call.emitter();
        if (dims.rank() <= Shape.DIMENSIONS) {
            return call.ofFirstType(dims, emitter.repeat(tensor(call), Layouts.shape(dims)));
        }
        Broadcasting.Pair merged = Broadcasting.merge(call.dims(0).padded(dims.rank()), dims);
        if (!merged.left().broadcast(merged.right()).equals(merged.right())) {
            throw Refusal.unsupported("tiling more than four dimensions");
        }
        Tensor repeated = emitter.repeat(emitter.reshape(tensor(call), merged.left()), Layouts.shape(merged.right()));
        return call.ofFirstType(dims, emitter.reshape(repeated, dims));
    }

    /** Joined in pairs, so that each element moves only a few times. */
    private static Value concat(Call call) {
        Dims first = call.dims(0);
        int axis = first.axis(call.attributes().integer("axis", 1)); // the first version has a default
        List<Tensor> parts = new ArrayList<>();
        long extent = 0;
        for (int i = 0; i < call.inputs().size(); i++) {
            Dims dims = call.dims(i);
            if (dims.rank() != first.rank() || !dims.with(axis, 0).equals(first.with(axis, 0))) {
                throw Refusal.invalid("shapes " + first + " and " + dims + " cannot be joined along axis " + axis);
            }
            extent += dims.extent(axis);
            parts.add(call.emitter().reshape(stored(call, i), around(dims, axis)));
        }
        Dims result = first.with(axis, extent);
        return call.ofFirstType(result, call.emitter().reshape(joined(call, parts), result));
    }

    /** An operand in a type that all of them have: the one they share, else f32. */
    private static Tensor stored(Call call, int index) {
        DType type = call.emitter().tensor(call.value(0)).type();
        boolean same = call.inputs().stream()
                .flatMap(java.util.Optional::stream)
                .allMatch(value -> call.emitter().tensor(value).type() == type);
        Value value = call.value(index);
        return same ? call.emitter().tensor(value) : call.emitter().singles(value);
    }

    /** Three dimensions: what is before an axis, the axis and what is behind it. */
    private static Dims around(Dims dims, int axis) {
        return Dims.of(dims.product(0, axis), dims.extent(axis), dims.product(axis + 1, dims.rank()));
    }

    private static Tensor joined(Call call, List<Tensor> parts) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        List<Tensor> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            pairs.add(call.graph().concat(parts.get(i), parts.get(i + 1), 1));
        }
        if (parts.size() % 2 == 1) {
            pairs.add(parts.getLast());
        }
        return joined(call, pairs);
    }

    private static List<Value> split(Call call) {
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", 0));
        List<Value> parts = new ArrayList<>();
        long start = 0;
        for (long part : ShapeRules.split(call, axis)) {
            Tensor slice = slice(call.emitter(), tensor(call), dims, axis, new SliceRange(start, 1, part));
            parts.add(call.ofFirstType(dims.with(axis, part), slice));
            start += part;
        }
        return parts;
    }

    private static Value slice(Call call) {
        Dims dims = call.dims(0);
        Tensor tensor = tensor(call);
        List<SliceRange> ranges = SliceRange.of(call);
        for (int axis = 0; axis < ranges.size(); axis++) {
            tensor = slice(call.emitter(), tensor, dims, axis, ranges.get(axis));
            dims = dims.with(axis, ranges.get(axis).count());
        }
        return call.ofFirstType(dims, tensor);
    }

    /** Part of an axis: a view, unless it runs backwards or there are more than four dimensions. */
    static Tensor slice(Emitter emitter, Tensor tensor, Dims dims, int axis, SliceRange range) {
        if (range.equals(new SliceRange(0, 1, dims.extent(axis)))) {
            return tensor;
        }
        if (dims.rank() > Shape.DIMENSIONS) {
            Dims around = around(dims, axis);
            Tensor part = slice(emitter, emitter.reshape(tensor, around), around, 1, range);
            return emitter.reshape(emitter.packed(part), dims.with(axis, range.count()));
        }
        if (range.step() < 0) {
            return GatherOperators.pick(emitter, tensor, dims, axis, indices(range));
        }
        int dimension = Layouts.dimension(dims.rank(), axis);
        Strides strides = tensor.strides();
        long stride = strides.stride(dimension);
        Shape shape = tensor.shape().with(dimension, range.count());
        long offset = shape.elements() == 0 ? 0 : range.start() * stride;
        return emitter.graph().view(tensor, shape, with(strides, dimension, stride * range.step()), offset);
    }

    private static int[] indices(SliceRange range) {
        int[] indices = new int[Math.toIntExact(range.count())];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = Math.toIntExact(range.start() + i * range.step());
        }
        return indices;
    }

    private static Strides with(Strides strides, int dimension, long stride) {
        return new Strides(
                dimension == 0 ? stride : strides.s0(),
                dimension == 1 ? stride : strides.s1(),
                dimension == 2 ? stride : strides.s2(),
                dimension == 3 ? stride : strides.s3());
    }

    /** Nothing is dropped outside training; the mask of what was kept is all true. */
    private static List<Value> dropout(Call call) {
        if (!call.wants(1)) {
            return List.of(call.value(0));
        }
        throw Refusal.unsupported("the mask of a dropout");
    }
}
