package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.ShapeRules;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        Dims padded = call.dims(0).padded(dims.rank());
        return call.ofFirstType(dims, Broadcasting.expand(call.emitter(), tensor(call), padded, dims));
    }

    private static Value concat(Call call) {
        Dims first = call.dims(0);
        int axis = first.axis(call.attributes().integer("axis", 1)); // the first version has a default
        List<Dims> shapes = new ArrayList<>();
        long extent = 0;
        for (int i = 0; i < call.inputs().size(); i++) {
            Dims dims = call.dims(i);
            if (dims.rank() != first.rank() || !dims.with(axis, 0).equals(first.with(axis, 0))) {
                throw Refusal.invalid("shapes " + first + " and " + dims + " cannot be joined along axis " + axis);
            }
            extent += dims.extent(axis);
            shapes.add(dims);
        }
        List<Tensor> parts = call.emitter()
                .alike(call.inputs().stream().flatMap(Optional::stream).toList());
        return call.ofFirstType(first.with(axis, extent), joined(call.emitter(), parts, shapes, axis));
    }

    /** Tensors one after the other along an axis: in pairs, so that each element moves only a few times. */
    static Tensor joined(Emitter emitter, List<Tensor> tensors, List<Dims> shapes, int axis) {
        List<Tensor> parts = new ArrayList<>();
        long extent = 0;
        for (int i = 0; i < tensors.size(); i++) {
            parts.add(emitter.reshape(tensors.get(i), Axes.around(shapes.get(i), axis)));
            extent += shapes.get(i).extent(axis);
        }
        while (parts.size() > 1) {
            List<Tensor> pairs = new ArrayList<>();
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                pairs.add(emitter.graph().concat(parts.get(i), parts.get(i + 1), 1));
            }
            if (parts.size() % 2 == 1) {
                pairs.add(parts.getLast());
            }
            parts = pairs;
        }
        return emitter.reshape(parts.getFirst(), shapes.getFirst().with(axis, extent));
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
            Dims around = Axes.around(dims, axis);
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
        int[] indices = new int[Emitter.requireTable(range.count())];
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
        if (call.has(2) && call.constant(2).integer(0) != 0) {
            throw Refusal.unsupported("training");
        }
        if (!call.wants(1)) {
            return List.of(call.value(0));
        }
        Tensor kept = call.graph().fill(call.floats(0), 1);
        return List.of(call.value(0), new Computed(OnnxType.BOOL, call.dims(0), kept));
    }
}
