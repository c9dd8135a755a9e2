package io.tandem.inference.onnx.host;

import java.util.function.DoubleBinaryOperator;

/** Operators that read or write elements by index. */
final class IndexFunctions {
    private IndexFunctions() {}

    static void addTo(HostTable table) {
        table.one("GatherElements", IndexFunctions::gatherElements);
        table.one("GatherND", IndexFunctions::gatherNd);
        table.one("ScatterElements", IndexFunctions::scatterElements);
        table.one("Scatter", IndexFunctions::scatterElements);
        table.one("ScatterND", IndexFunctions::scatterNd);
        table.one("Compress", IndexFunctions::compress);
    }

    private static HostTensor gatherElements(HostCall call) {
        HostTensor data = call.constant(0);
        HostTensor indices = call.constant(1);
        int axis = data.dims().axis(call.attributes().integer("axis", 0));
        int[] elements = IndexRules.elements(indices, data.dims(), axis);
        long[] cells = HostTensor.cells(indices.dims());
        for (int i = 0; i < cells.length; i++) {
            cells[i] = data.cell(elements[i]);
        }
        return HostTensor.ofCells(data.type(), indices.dims(), cells);
    }

    private static HostTensor gatherNd(HostCall call) {
        HostTensor data = call.constant(0);
        HostTensor indices = call.constant(1);
        int batch = Math.toIntExact(call.attributes().integer("batch_dims", 0));
        Dims result = IndexRules.gathered(indices.dims(), data.dims(), batch);
        int[] rows = IndexRules.rows(indices, data.dims(), batch);
        int width = IndexRules.width(indices.dims(), data.dims(), batch);
        int block =
                Math.toIntExact(data.dims().product(batch + width, data.dims().rank()));
        int matrix = Math.toIntExact(data.dims().product(batch, data.dims().rank()));
        int batches = Math.toIntExact(data.dims().product(0, batch));
        long[] cells = HostTensor.cells(result);
        for (int i = 0; i < rows.length; i++) {
            int start = i / Math.max(1, rows.length / Math.max(1, batches)) * matrix + rows[i] * block;
            for (int j = 0; j < block; j++) {
                cells[i * block + j] = data.cell(start + j);
            }
        }
        return HostTensor.ofCells(data.type(), result, cells);
    }

    private static HostTensor scatterElements(HostCall call) {
        HostTensor data = call.constant(0);
        int axis = data.dims().axis(call.attributes().integer("axis", 0));
        return scattered(call, IndexRules.elements(call.constant(1), data.dims(), axis), 1);
    }

    private static HostTensor scatterNd(HostCall call) {
        Dims dims = call.dims(0);
        int width = IndexRules.width(call.dims(1), dims, 0);
        int block = Math.toIntExact(dims.product(width, dims.rank()));
        return scattered(call, IndexRules.rows(call.constant(1), dims, 0), block);
    }

    private static HostTensor scattered(HostCall call, int[] targets, int block) {
        HostTensor data = call.constant(0);
        HostTensor updates = call.constant(2);
        if (updates.size() != targets.length * block) {
            throw Refusal.invalid("updates of shape " + updates.dims() + " for indices of shape " + call.dims(1));
        }
        long[] cells = HostTensor.cells(data.dims());
        for (int i = 0; i < cells.length; i++) {
            cells[i] = data.cell(i);
        }
        String reduction = call.attributes().text("reduction", "none");
        for (int i = 0; i < updates.size(); i++) {
            int target = targets[i / block] * block + i % block;
            cells[target] = reduced(reduction, data, cells[target], updates.cell(i));
        }
        return HostTensor.ofCells(data.type(), data.dims(), cells);
    }

    private static long reduced(String reduction, HostTensor like, long old, long update) {
        return switch (reduction) {
            case "none" -> update;
            case "add" -> like.isReal() ? real(like, old, update, Double::sum) : old + update;
            case "mul" -> like.isReal() ? real(like, old, update, (a, b) -> a * b) : old * update;
            case "min" -> like.isReal() ? real(like, old, update, Math::min) : Math.min(old, update);
            case "max" -> like.isReal() ? real(like, old, update, Math::max) : Math.max(old, update);
            default -> throw Refusal.invalid("reduction '" + reduction + "'");
        };
    }

    private static long real(HostTensor like, long a, long b, DoubleBinaryOperator function) {
        return Numbers.ofReal(
                like.type(), function.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
    }

    /** What a condition holds for, of an axis or of all elements in order. */
    private static HostTensor compress(HostCall call) {
        HostTensor data = call.constant(0);
        HostTensor condition = call.constant(1);
        boolean flat = !call.attributes().has("axis");
        HostTensor input = flat ? data.reshaped(Dims.of(data.size())) : data;
        int axis = flat ? 0 : data.dims().axis(call.attributes().integer("axis", 0));
        long[] kept = java.util.stream.LongStream.range(
                        0, Math.min(condition.size(), input.dims().extent(axis)))
                .filter(i -> condition.integer((int) i) != 0)
                .toArray();
        return MoveFunctions.picked(input, axis, HostTensor.ofIntegers(Dims.of(kept.length), kept));
    }
}
