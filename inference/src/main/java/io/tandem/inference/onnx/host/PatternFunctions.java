package io.tandem.inference.onnx.host;

/** Operators whose results follow a pattern, as masks are made of them. */
final class PatternFunctions {
    private PatternFunctions() {}

    static void addTo(HostTable table) {
        table.one("Trilu", PatternFunctions::triangle);
        table.one("OneHot", PatternFunctions::oneHot);
        table.one("CumSum", PatternFunctions::runningSum);
        table.one("Pad", PatternFunctions::pad);
    }

    private static HostTensor triangle(HostCall call) {
        HostTensor input = call.constant(0);
        int rank = input.dims().rank();
        if (rank < 2) {
            throw Refusal.invalid("a triangle of shape " + input.dims());
        }
        boolean upper = call.attributes().flag("upper", true);
        long diagonal = call.has(1) ? call.constant(1).integers()[0] : 0;
        long columns = input.dims().extent(rank - 1);
        long rows = input.dims().extent(rank - 2);
        long[] cells = HostTensor.cells(input.dims());
        for (int i = 0; i < cells.length; i++) {
            long distance = i % columns - i / columns % rows;
            cells[i] = (upper ? distance >= diagonal : distance <= diagonal) ? input.cell(i) : 0;
        }
        return HostTensor.ofCells(input.type(), input.dims(), cells);
    }

    private static HostTensor oneHot(HostCall call) {
        HostTensor indices = call.constant(0);
        HostTensor values = call.constant(2);
        long depth = (long) call.constant(1).real(0);
        Dims result = ShapeRules.oneHot(call, depth);
        int axis = result.axis(call.attributes().integer("axis", -1));
        long inner = result.product(axis + 1, result.rank());
        long[] cells = HostTensor.cells(result);
        for (int i = 0; i < cells.length; i++) {
            long place = i / inner % depth;
            long index = (long) indices.real((int) (i / (inner * depth) * inner + i % inner));
            cells[i] = values.cell((index < 0 ? index + depth : index) == place ? 1 : 0);
        }
        return HostTensor.ofCells(values.type(), result, cells);
    }

    private static HostTensor runningSum(HostCall call) {
        HostTensor input = call.constant(0);
        Dims dims = input.dims();
        int axis = dims.axis(call.constant(1).integers()[0]);
        boolean backwards = call.attributes().flag("reverse", false);
        boolean exclusive = call.attributes().flag("exclusive", false);
        int step = Math.toIntExact(dims.product(axis + 1, dims.rank()));
        int extent = Math.toIntExact(dims.extent(axis));
        long[] cells = HostTensor.cells(dims);
        for (int i = 0; i < cells.length; i++) {
            if (i / step % extent != 0) {
                continue;
            }
            double real = 0;
            long whole = 0;
            for (int j = 0; j < extent; j++) {
                int at = i + step * (backwards ? extent - 1 - j : j);
                double nextReal = real + input.real(at);
                long nextWhole = input.isReal() ? 0 : whole + input.cell(at);
                cells[at] = input.isReal()
                        ? Numbers.ofReal(input.type(), exclusive ? real : nextReal)
                        : Numbers.ofInteger(input.type(), exclusive ? whole : nextWhole);
                real = nextReal;
                whole = nextWhole;
            }
        }
        return HostTensor.ofCells(input.type(), dims, cells);
    }

    private static HostTensor pad(HostCall call) {
        PadRule rule = PadRule.of(call);
        HostTensor input = call.constant(0);
        if (rule.mode() != PadRule.Mode.CONSTANT) {
            throw Refusal.unsupported("padding of mode " + rule.mode());
        }
        Dims dims = input.dims();
        long[] extents = dims.toArray();
        for (int axis = 0; axis < extents.length; axis++) {
            PadRule.Side side = rule.side(axis);
            extents[axis] += side.before() + side.after() - side.cutBefore() - side.cutAfter();
        }
        Dims result = Dims.of(extents);
        long fill = call.has(2)
                ? call.constant(2).cell(0)
                : Double.doubleToRawLongBits(call.attributes().real("value", 0));
        long[] cells = HostTensor.cells(result);
        long[] strides = result.strides();
        long[] own = dims.strides();
        for (int i = 0; i < cells.length; i++) {
            long source = 0;
            boolean inside = true;
            for (int axis = 0; axis < extents.length; axis++) {
                PadRule.Side side = rule.side(axis);
                long place = i / strides[axis] % extents[axis] - side.before() + side.cutBefore();
                inside &= place >= 0 && place < dims.extent(axis);
                source += place * own[axis];
            }
            cells[i] = inside ? input.cell((int) source) : fill;
        }
        return HostTensor.ofCells(input.type(), result, cells);
    }
}
