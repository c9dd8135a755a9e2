package io.tandem.inference.onnx.host;

import java.util.ArrayList;
import java.util.List;

/** Operators that only move elements. */
final class MoveFunctions {
    private MoveFunctions() {}

    static void addTo(HostTable table) {
        table.one("Identity", call -> call.constant(0));
        table.one("Reshape", call -> call.constant(0).reshaped(ShapeRules.reshape(call)));
        table.one("Flatten", call -> call.constant(0).reshaped(ShapeRules.flatten(call)));
        table.one("Squeeze", call -> call.constant(0).reshaped(ShapeRules.squeeze(call)));
        table.one("Unsqueeze", call -> call.constant(0).reshaped(ShapeRules.unsqueeze(call)));
        table.one("Expand", call -> call.constant(0).broadcastTo(ShapeRules.expand(call)));
        table.one("Transpose", MoveFunctions::transpose);
        table.one("Slice", MoveFunctions::slice);
        table.one("Concat", MoveFunctions::concat);
        table.one("Gather", MoveFunctions::gather);
        table.one("Tile", MoveFunctions::tile);
        table.many("Split", MoveFunctions::split);
    }

    private static HostTensor transpose(HostCall call) {
        HostTensor input = call.constant(0);
        int[] order = ShapeRules.transpose(call);
        return input.view(
                input.dims().permute(order),
                Dims.of(input.dims().strides()).permute(order).toArray(),
                0);
    }

    private static HostTensor slice(HostCall call) {
        return slice(call.constant(0), SliceRange.of(call));
    }

    private static HostTensor slice(HostTensor input, List<SliceRange> ranges) {
        long[] strides = input.dims().strides();
        long offset = 0;
        for (int axis = 0; axis < strides.length; axis++) {
            offset += ranges.get(axis).start() * strides[axis];
            strides[axis] *= ranges.get(axis).step();
        }
        return input.view(SliceRange.dims(ranges), strides, offset);
    }

    private static List<HostTensor> split(HostCall call) {
        HostTensor input = call.constant(0);
        int axis = input.dims().axis(call.attributes().integer("axis", 0));
        List<HostTensor> parts = new ArrayList<>();
        long start = 0;
        for (long part : ShapeRules.split(call, axis)) {
            List<SliceRange> ranges = new ArrayList<>();
            for (int i = 0; i < input.dims().rank(); i++) {
                ranges.add(new SliceRange(0, 1, input.dims().extent(i)));
            }
            ranges.set(axis, new SliceRange(start, 1, part));
            parts.add(slice(input, ranges));
            start += part;
        }
        return parts;
    }

    private static HostTensor concat(HostCall call) {
        HostTensor first = call.constant(0);
        int axis = first.dims().axis(call.attributes().integer("axis", 0));
        Dims dims = first.dims();
        for (int i = 1; i < call.inputs().size(); i++) {
            dims = dims.with(axis, dims.extent(axis) + joinable(first.dims(), call.dims(i), axis));
        }
        long[] cells = HostTensor.cells(dims);
        int row = Math.toIntExact(dims.product(axis, dims.rank()));
        int column = 0;
        for (int i = 0; i < call.inputs().size(); i++) {
            HostTensor part = call.constant(i);
            int width = Math.toIntExact(part.dims().product(axis, dims.rank()));
            for (int j = 0; j < part.size(); j++) {
                cells[j / width * row + column + j % width] = part.cell(j);
            }
            column += width;
        }
        return HostTensor.ofCells(first.type(), dims, cells);
    }

    /** The extent of the axis, if the other extents agree. */
    private static long joinable(Dims first, Dims next, int axis) {
        if (next.rank() != first.rank() || !next.with(axis, 0).equals(first.with(axis, 0))) {
            throw Refusal.invalid("shapes " + first + " and " + next + " cannot be joined along axis " + axis);
        }
        return next.extent(axis);
    }

    private static HostTensor gather(HostCall call) {
        HostTensor data = call.constant(0);
        return picked(data, data.dims().axis(call.attributes().integer("axis", 0)), call.constant(1));
    }

    /** The elements of an axis that indices mean. */
    static HostTensor picked(HostTensor data, int axis, HostTensor indices) {
        long extent = data.dims().extent(axis);
        int inner = Math.toIntExact(data.dims().product(axis + 1, data.dims().rank()));
        Dims before = data.dims().range(0, axis);
        Dims dims = before.append(indices.dims())
                .append(data.dims().range(axis + 1, data.dims().rank()));
        long[] cells = HostTensor.cells(dims);
        int at = 0;
        for (long outer = 0; outer < before.elements(); outer++) {
            for (int i = 0; i < indices.size(); i++) {
                int row = Math.toIntExact((outer * extent + IndexRules.index(indices.integer(i), extent)) * inner);
                for (int j = 0; j < inner; j++) {
                    cells[at++] = data.cell(row + j);
                }
            }
        }
        return HostTensor.ofCells(data.type(), dims, cells);
    }

    private static HostTensor tile(HostCall call) {
        HostTensor input = call.constant(0);
        Dims result = ShapeRules.tile(call);
        // as repeats of extra axes: [a, b] tiled (m, n) is [m, a, n, b] with strides 0 along m and n
        int rank = result.rank();
        long[] extents = new long[2 * rank];
        long[] strides = new long[2 * rank];
        for (int axis = 0; axis < rank; axis++) {
            long extent = input.dims().extent(axis);
            extents[2 * axis] = extent == 0 ? 1 : result.extent(axis) / extent;
            extents[2 * axis + 1] = extent;
            strides[2 * axis + 1] = input.dims().strides()[axis];
        }
        return input.view(Dims.of(extents), strides, 0).reshaped(result);
    }
}
