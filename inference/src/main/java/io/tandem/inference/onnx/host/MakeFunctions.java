package io.tandem.inference.onnx.host;

import io.tandem.inference.onnx.format.OnnxType;
import java.util.Arrays;

/** Operators that make tensors of nothing but their sizes, and casts. */
final class MakeFunctions {
    private MakeFunctions() {}

    static void addTo(HostTable table) {
        table.one("ConstantOfShape", MakeFunctions::constantOfShape);
        table.one("Range", MakeFunctions::range);
        table.one("Cast", call -> call.constant(0).cast(OnnxTypes.castTarget(call)));
        table.one("CastLike", call -> call.constant(0).cast(call.constant(1).type()));
        table.one("NonZero", MakeFunctions::nonZero);
    }

    private static HostTensor constantOfShape(HostCall call) {
        Dims dims = Dims.of(call.constant(0).integers());
        HostTensor value = call.attributes()
                .tensor("value")
                .map(HostTensor::of)
                .orElseGet(() -> HostTensor.ofCells(OnnxType.FLOAT, Dims.of(1), new long[1]));
        if (value.size() != 1) {
            throw Refusal.invalid("'value' should have one element, not " + value.size());
        }
        long[] cells = HostTensor.cells(dims);
        Arrays.fill(cells, value.cell(0));
        return HostTensor.ofCells(value.type(), dims, cells);
    }

    private static HostTensor range(HostCall call) {
        HostTensor start = call.constant(0);
        HostTensor limit = call.constant(1);
        HostTensor delta = call.constant(2);
        if (start.size() != 1 || limit.size() != 1 || delta.size() != 1) {
            throw Refusal.invalid("start, limit and delta should be single numbers");
        }
        double count = Math.ceil((limit.real(0) - start.real(0)) / delta.real(0));
        if (Double.isNaN(count)) {
            throw Refusal.invalid("a range in steps of 0");
        }
        long[] cells = HostTensor.cells(Dims.of((long) Math.max(0, Math.min(count, 0x1p58))));
        for (int i = 0; i < cells.length; i++) {
            cells[i] = start.isReal()
                    ? Numbers.ofReal(start.type(), start.real(0) + i * delta.real(0))
                    : Numbers.ofInteger(start.type(), start.integer(0) + i * delta.integer(0));
        }
        return HostTensor.ofCells(start.type(), Dims.of(cells.length), cells);
    }

    /** The positions of what is not 0, one row per axis. */
    private static HostTensor nonZero(HostCall call) {
        HostTensor input = call.constant(0);
        int[] found = java.util.stream.IntStream.range(0, input.size())
                .filter(i -> input.real(i) != 0)
                .toArray();
        Dims dims = input.dims();
        long[] strides = dims.strides();
        long[] cells = HostTensor.cells(Dims.of(dims.rank(), found.length));
        for (int axis = 0; axis < dims.rank(); axis++) {
            for (int i = 0; i < found.length; i++) {
                cells[axis * found.length + i] = found[i] / strides[axis] % dims.extent(axis);
            }
        }
        return HostTensor.ofIntegers(Dims.of(dims.rank(), found.length), cells);
    }
}
