package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.inference.onnx.host.SliceRange;
import io.tandem.op.PatternOp.Triangle;
import java.util.Optional;
import java.util.Set;

/** Running sums and triangles. */
final class ScanOperators {
    private ScanOperators() {}

    static void addTo(ConverterTable table) {
        table.one("CumSum", ScanOperators::runningSum);
        table.one("Trilu", ScanOperators::triangle);
    }

    private static Value runningSum(Call call) {
        Emitter emitter = call.emitter();
        Dims dims = call.dims(0);
        int axis = dims.axis(call.constant(1).integers()[0]);
        boolean backwards = call.attributes().flag("reverse", false);
        int[] order = Axes.lastly(dims.rank(), Set.of(axis));
        Dims permuted = dims.permute(order);
        int last = dims.rank() - 1;
        Tensor x = Axes.permute(emitter, call.floats(0), dims, order);
        Tensor turned = backwards ? reversed(emitter, x, permuted) : x;
        Tensor sums = call.graph().cumsum(turned);
        if (call.attributes().flag("exclusive", false) && dims.extent(axis) > 0) {
            SliceRange allButLast = new SliceRange(0, 1, dims.extent(axis) - 1);
            Tensor shifted = LayoutOperators.slice(emitter, sums, permuted, last, allButLast);
            sums = Padding.zeros(emitter, shifted, permuted.with(last, allButLast.count()), last, 1, 0);
        }
        Tensor result = backwards ? reversed(emitter, sums, permuted) : sums;
        return call.likeFirst(Axes.permute(emitter, result, permuted, Axes.inverse(order)));
    }

    private static Tensor reversed(Emitter emitter, Tensor x, Dims dims) {
        int last = dims.rank() - 1;
        long extent = dims.extent(last);
        return extent <= 1 ? x : LayoutOperators.slice(emitter, x, dims, last, new SliceRange(extent - 1, -1, extent));
    }

    private static Value triangle(Call call) {
        Dims dims = call.dims(0);
        if (dims.rank() < 2) {
            throw Refusal.invalid("a triangle of shape " + dims);
        }
        boolean upper = call.attributes().flag("upper", true);
        long diagonal = call.has(1) ? call.constant(1).integers()[0] : 0;
        Tensor x = call.emitter().tensor(call.value(0));
        Optional<Triangle> known = known(upper, diagonal);
        if (known.isPresent() && x.type().isFloat()) {
            return call.likeFirst(call.graph().tri(x, known.get()));
        }
        Value mask = mask(call, dims.range(dims.rank() - 2, dims.rank()), upper, diagonal);
        Value nothing = Constant.of(call.resultName() + " zero", HostTensor.scalar(call.type(), 0));
        return LogicOperators.where(call.emitter(), mask, call.value(0), nothing);
    }

    private static Optional<Triangle> known(boolean upper, long diagonal) {
        if (diagonal == 0) {
            return Optional.of(upper ? Triangle.UPPER_DIAG : Triangle.LOWER_DIAG);
        }
        if (diagonal == (upper ? 1 : -1)) {
            return Optional.of(upper ? Triangle.UPPER : Triangle.LOWER);
        }
        return Optional.empty();
    }

    /** Truth values: which elements of a matrix are kept. */
    private static Value mask(Call call, Dims matrix, boolean upper, long diagonal) {
        long[] cells = HostTensor.cells(matrix);
        for (int i = 0; i < cells.length; i++) {
            long distance = i % matrix.extent(1) - i / matrix.extent(1);
            cells[i] = (upper ? distance >= diagonal : distance <= diagonal) ? 1 : 0;
        }
        return Constant.of(call.resultName() + " mask", HostTensor.ofCells(OnnxType.BOOL, matrix, cells));
    }
}
