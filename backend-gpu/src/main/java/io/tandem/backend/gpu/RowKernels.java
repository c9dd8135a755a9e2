package io.tandem.backend.gpu;

import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.op.RowOp;
import io.tandem.tensor.DType;

/** Rows picked by index. */
final class RowKernels {
    private static final int GET = 0;
    private static final int SET = 1;
    private static final int ADD = 2;

    /** A thread decodes that many elements of a block. */
    private static final int PART = 8;

    private RowKernels() {}

    static void addTo(KernelTable table) {
        table.put(RowOp.GetRows.class, (op, step, dispatches) -> getRows(step, dispatches));
        table.put(
                RowOp.SetRows.class,
                (op, node) -> Conversions.canEncode(node.inputs().getFirst().type()),
                (op, step, dispatches) -> setRows(step, dispatches));
        table.put(RowOp.AddId.class, (op, step, dispatches) -> addId(step, dispatches));
    }

    private static int code(Operand operand) {
        return ElementType.code(operand.tensor().type());
    }

    /** 1 for indices of 64 bits. */
    static int wide(Operand indices) {
        return indices.tensor().type() == DType.I64 ? 1 : 0;
    }

    private static void getRows(Program.Step step, Dispatches dispatches) {
        Operand rows = step.inputs().get(0);
        Operand indices = step.inputs().get(1);
        long elements = step.output().tensor().shape().elements();
        dispatches
                .kernel("rows")
                .constant(GET)
                .constant(code(rows))
                .number(wide(indices))
                .input(View.of(rows))
                .input(View.of(indices))
                .result(View.of(step.output()))
                .reports()
                .threads(rows.tensor().type().isQuantized() ? elements / PART : elements);
    }

    private static void setRows(Program.Step step, Dispatches dispatches) {
        Operand target = step.inputs().get(0);
        Operand rows = step.inputs().get(1);
        Operand indices = step.inputs().get(2);
        DType type = target.tensor().type();
        writer(type, dispatches, wide(indices))
                .input(View.of(rows))
                .input(View.of(indices))
                .result(View.of(target))
                .reports()
                .threads(rows.tensor().shape().elements() / type.blockLength());
    }

    /** The kernel that writes rows of f32 as a type. */
    private static Dispatches.Builder writer(DType type, Dispatches dispatches, int wide) {
        int code = ElementType.code(type);
        if (!type.isQuantized()) {
            return dispatches.kernel("rows").constant(SET).constant(code).number(wide);
        }
        if (!Conversions.isLong(type)) {
            return dispatches.kernel("encode_rows").constant(code).number(wide);
        }
        return dispatches
                .kernel("encode_long")
                .constant(ElementType.TOLD)
                .constant(code)
                .constant(true)
                .number(ElementType.code(DType.F32))
                .number(wide);
    }

    private static void addId(Program.Step step, Dispatches dispatches) {
        Operand a = step.inputs().get(0);
        Operand b = step.inputs().get(1);
        Operand indices = step.inputs().get(2);
        dispatches
                .kernel("rows")
                .constant(ADD)
                .constant(code(a))
                .number(wide(indices))
                .constant(code(b))
                .input(View.of(a))
                .input(View.of(indices))
                .input(View.of(b))
                .result(View.of(step.output()))
                .reports()
                .threads(a.tensor().shape().elements());
    }
}
