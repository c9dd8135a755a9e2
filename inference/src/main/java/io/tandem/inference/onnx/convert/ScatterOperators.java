package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.IndexRules;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.ShapeRules;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.BinaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;

/**
 * Look-ups by several indices at once, and writes by index. What is written must go to places that are known during import:
 * then it is a choice of rows, among the old ones and the new.
 */
final class ScatterOperators {
    private ScatterOperators() {}

    static void addTo(ConverterTable table) {
        table.one("GatherND", ScatterOperators::gatherNd);
        table.one("ScatterND", ScatterOperators::scatterNd);
        table.one("ScatterElements", ScatterOperators::scatterElements);
        table.one("Scatter", ScatterOperators::scatterElements);
        table.one("OneHot", ScatterOperators::oneHot);
    }

    private static Value gatherNd(Call call) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        int batch = Math.toIntExact(call.attributes().integer("batch_dims", 0));
        Dims result = IndexRules.gathered(call.dims(1), dims, batch);
        int width = IndexRules.width(call.dims(1), dims, batch);
        long batches = dims.product(0, batch);
        Shape rows = Shape.of(
                dims.product(batch + width, dims.rank()), dims.product(batch, batch + width), Math.max(1, batches));
        long count = call.dims(1).elements() / width / Math.max(1, batches);
        Tensor indices = call.value(1) instanceof Constant constant
                ? emitter.indices(Shape.of(count, batches), IndexRules.rows(constant.host(), dims, batch))
                : rowNumbers(call, dims.range(batch, batch + width));
        Tensor data = GatherOperators.requirePickable(emitter, call.value(0));
        Tensor picked = emitter.graph()
                .getRows(emitter.reshape(data, rows), emitter.reshape(indices, Shape.of(count, batches)));
        return call.ofFirstType(result, emitter.reshape(picked, result));
    }

    /** The numbers of the rows that indices [.., k] of axes mean, computed on each run. */
    private static Tensor rowNumbers(Call call, Dims indexed) {
        Emitter emitter = call.emitter();
        int width = indexed.rank();
        float[] extents = new float[width];
        float[] strides = new float[width];
        for (int axis = 0; axis < width; axis++) {
            extents[axis] = indexed.extent(axis);
            strides[axis] = indexed.strides()[axis];
        }
        Tensor indices = emitter.reshape(
                emitter.singles(call.value(1)), Shape.of(width, call.dims(1).elements() / width));
        Tensor wrapped = wrapped(emitter, indices, emitter.floats(Shape.of(width), extents));
        Tensor offsets = emitter.graph().mul(wrapped, emitter.floats(Shape.of(width), strides));
        return emitter.cast(emitter.graph().sumRows(offsets), DType.I32);
    }

    /** Indices with negative ones counted from the end. */
    private static Tensor wrapped(Emitter emitter, Tensor indices, Tensor extents) {
        Tensor negative = emitter.graph().less(indices, emitter.floats(Shape.of(1), 0));
        return emitter.graph().add(indices, emitter.graph().mul(negative, extents));
    }

    private static Value scatterNd(Call call) {
        Dims dims = call.dims(0);
        int width = IndexRules.width(call.dims(1), dims, 0);
        long block = dims.product(width, dims.rank());
        return scattered(call, IndexRules.rows(knownIndices(call), dims, 0), block);
    }

    private static Value scatterElements(Call call) {
        Dims dims = call.dims(0);
        int axis = dims.axis(call.attributes().integer("axis", 0));
        return scattered(call, IndexRules.elements(knownIndices(call), dims, axis), 1);
    }

    private static HostTensor knownIndices(Call call) {
        if (call.value(1) instanceof Constant constant) {
            return constant.host();
        }
        throw Refusal.unsupported("writing to places that are not known before the run");
    }

    private static Value scattered(Call call, int[] targets, long block) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        String reduction = call.attributes().text("reduction", "none");
        if (!reduction.equals("none")) {
            throw Refusal.unsupported("writes that combine old and new elements by " + reduction);
        }
        if (call.dims(2).elements() != targets.length * block) {
            throw Refusal.invalid("updates of shape " + call.dims(2) + " for indices of shape " + call.dims(1));
        }
        if (targets.length == 0) {
            return call.value(0);
        }
        int rows = Emitter.requireTable(dims.elements() / Math.max(1, block));
        List<Tensor> both = emitter.alike(List.of(call.value(0), call.value(2)));
        Dims old = Dims.of(rows, block);
        Dims updates = Dims.of(targets.length, block);
        Tensor all = LayoutOperators.joined(emitter, both, List.of(old, updates), 0);
        Dims joined = Dims.of(rows + targets.length, block);
        Tensor result = GatherOperators.pick(emitter, all, joined, 0, IndexRules.sources(rows, targets));
        return call.ofFirstType(dims, emitter.reshape(result, dims));
    }

    private static Value oneHot(Call call) {
        Emitter emitter = call.emitter();
        long depth = (long) call.constant(1).real(0);
        Dims result = ShapeRules.oneHot(call, depth);
        int axis = result.axis(call.attributes().integer("axis", -1));
        Tensor indices = emitter.reshape(call.floats(0), result.with(axis, 1));
        Tensor turned = wrapped(emitter, indices, emitter.floats(Shape.of(1), (float) depth));
        Dims along = Dims.SCALAR.padded(result.rank()).with(axis, depth);
        Tensor places = emitter.reshape(emitter.graph().arange(0, (float) depth, 1), along);
        Value hit = Broadcasting.apply(
                emitter,
                new BinaryOp.Equal(),
                new Computed(OnnxType.BOOL, result.with(axis, 1), turned),
                new Computed(OnnxType.BOOL, along, places));
        Dims values = call.dims(2);
        Tensor pair = emitter.tensor(call.value(2));
        Tensor off = LayoutOperators.slice(emitter, pair, values, 0, new SliceRange(0, 1, 1));
        Tensor on = LayoutOperators.slice(emitter, pair, values, 0, new SliceRange(1, 1, 1));
        OnnxType type = call.value(2).type();
        return LogicOperators.where(
                emitter, hit, new Computed(type, Dims.SCALAR, on), new Computed(type, Dims.SCALAR, off));
    }
}
