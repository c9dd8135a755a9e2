package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.ShapeRules;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.ReductionOp;
import io.tandem.tensor.Shape;
import java.util.List;
import java.util.Set;

/** Operators that look for the largest or smallest elements of an axis. Equal ones keep their order. */
final class SortOperators {
    private SortOperators() {}

    static void addTo(ConverterTable table) {
        table.many("TopK", SortOperators::topK);
        table.one("ArgMax", call -> argument(call, false));
        table.one("ArgMin", call -> argument(call, true));
        table.one("Hardmax", SortOperators::hardmax);
    }

    /** The rows that an axis makes: [extent, rows]. */
    private static Tensor rows(Call call, Dims dims, int axis) {
        return Axes.rows(call.emitter(), call.floats(0), dims, Set.of(axis));
    }

    private static List<Value> topK(Call call) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", -1));
        long k = call.version() < 10
                ? call.attributes().integer("k", 0)
                : call.constant(1).integers()[0];
        if (k < 0 || k > dims.extent(axis)) {
            throw Refusal.invalid(k + " elements of an axis of extent " + dims.extent(axis));
        }
        Tensor rows = rows(call, dims, axis);
        Tensor indices;
        if (call.attributes().flag("largest", true)) {
            indices = call.graph().topK(rows, Math.toIntExact(k));
        } else {
            Tensor sorted = call.graph().argsort(rows, ReductionOp.SortOrder.ASCENDING);
            Dims all = Dims.of(rows.shape().d1(), rows.shape().d0());
            indices = emitter.packed(LayoutOperators.slice(emitter, sorted, all, 1, new SliceRange(0, 1, k)));
        }
        Shape single = Shape.of(1, dims.extent(axis), rows.shape().d1());
        Tensor values = call.graph().getRows(emitter.reshape(rows, single), indices);
        return List.of(
                call.ofFirstType(dims.with(axis, k), back(emitter, values, dims.with(axis, k), axis)),
                new Computed(OnnxType.INT64, dims.with(axis, k), back(emitter, indices, dims.with(axis, k), axis)));
    }

    /** Rows as the axis that they were. */
    private static Tensor back(Emitter emitter, Tensor rows, Dims dims, int axis) {
        int[] order = Axes.lastly(dims.rank(), Set.of(axis));
        Dims permuted = dims.permute(order);
        return Axes.permute(emitter, emitter.reshape(rows, permuted), permuted, Axes.inverse(order));
    }

    private static Value argument(Call call, boolean smallest) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", 0));
        Tensor rows = rows(call, dims, axis);
        Tensor looked = smallest ? call.graph().neg(rows) : rows;
        Tensor found;
        if (call.attributes().flag("select_last_index", false)) { // the first one, counted from the end
            int last = Math.toIntExact(dims.extent(axis) - 1);
            Dims turned = Dims.of(rows.shape().d1(), rows.shape().d0());
            Tensor reversed = LayoutOperators.slice(emitter, looked, turned, 1, new SliceRange(last, -1, last + 1L));
            found = call.graph()
                    .scale(emitter.cast(call.graph().argmax(emitter.packed(reversed)), rows.type()), -1, last);
        } else {
            found = call.graph().argmax(looked);
        }
        Dims result = ShapeRules.reduced(dims, Set.of(axis), call.attributes().flag("keepdims", true));
        return new Computed(OnnxType.INT64, result, emitter.reshape(found, result));
    }

    /** 1 where the first largest element of a row is, 0 elsewhere. */
    private static Value hardmax(Call call) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        boolean flat = call.version() < 13; // all axes from the given one on are one row
        int axis = dims.axis(call.attributes().integer("axis", flat ? 1 : -1));
        Dims matrix = flat ? Dims.of(dims.product(0, axis), dims.product(axis, dims.rank())) : dims;
        int rowAxis = flat ? 1 : axis;
        Tensor x = emitter.reshape(call.floats(0), matrix);
        Tensor rows = Axes.rows(emitter, x, matrix, Set.of(rowAxis));
        Tensor places = emitter.graph().arange(0, (float) matrix.extent(rowAxis), 1);
        Tensor repeated = emitter.repeat(places, rows.shape());
        Tensor largest = emitter.reshape(
                emitter.cast(emitter.graph().argmax(rows), places.type()),
                Shape.of(1, rows.shape().d1()));
        Tensor result = emitter.graph().equal(repeated, largest);
        return call.likeFirst(emitter.reshape(back(emitter, result, matrix, rowAxis), dims));
    }
}
