package io.tandem.testkit.reference;

import io.tandem.op.RowOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** Operations that pick rows by index data, which is checked. */
final class RowKernels {
    private RowKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(RowOp.GetRows.class, (op, inputs, output) -> getRows(op, inputs.get(0), inputs.get(1), output));
        table.put(
                RowOp.SetRows.class, (op, inputs, output) -> setRows(op, inputs.get(0), inputs.get(1), inputs.get(2)));
        table.put(RowOp.AddId.class, (op, inputs, output) -> {
            Elements a = inputs.get(0);
            Elements rows = inputs.get(1);
            Elements.forEachRow(a.shape(), (i1, i2, i3) -> {
                long index = inputs.get(2).getLong(i1, i2, 0, 0);
                InvalidIndexException.check(index, rows.shape().d1(), op.name());
                double[] sum = a.row(i1, i2, i3);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += rows.get(i, index, 0, 0);
                }
                output.setRow(i1, i2, i3, sum);
            });
        });
    }

    private static void getRows(RowOp.GetRows op, Elements rows, Elements indices, Elements output) {
        Elements.forEachRow(output.shape(), (j, i1, i2) -> {
            long index = indices.getLong(j, i1, i2, 0);
            InvalidIndexException.check(index, rows.shape().d1(), op.name());
            if (rows.type() != DType.I32) {
                output.setRow(j, i1, i2, rows.row(index, i1, i2));
                return;
            }
            for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                output.setLong(i0, j, i1, i2, rows.getLong(i0, index, i1, i2));
            }
        });
    }

    private static void setRows(RowOp.SetRows op, Elements target, Elements rows, Elements indices) {
        Shape ids = indices.shape();
        Elements.forEachRow(rows.shape(), (j, i2, i3) -> {
            long index = indices.getLong(j, i2 % ids.d1(), i3 % ids.d2(), 0);
            InvalidIndexException.check(index, target.shape().d1(), op.name());
            target.setRow(index, i2, i3, rows.row(j, i2, i3));
        });
    }
}
