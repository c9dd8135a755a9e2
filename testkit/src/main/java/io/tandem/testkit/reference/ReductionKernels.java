package io.tandem.testkit.reference;

import io.tandem.op.ReductionOp;
import java.util.stream.DoubleStream;

/** Reductions of rows and of the whole tensor. */
final class ReductionKernels {
    private ReductionKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(ReductionOp.Sum.class, (op, inputs, output) -> sum(inputs.getFirst(), output));
        put(table, ReductionOp.SumRows.class, ReductionKernels::total);
        put(table, ReductionOp.Mean.class, row -> total(row) / row.length);
        put(table, ReductionOp.MaxRows.class, row -> {
            double largest = Double.NEGATIVE_INFINITY;
            for (double value : row) {
                largest = Math.max(largest, value);
            }
            return largest;
        });
        table.put(ReductionOp.Argmax.class, (op, inputs, output) -> argmax(inputs.getFirst(), output));
    }

    /** What a row reduces to. */
    @FunctionalInterface
    private interface RowFunction {
        double apply(double[] row);
    }

    private static <O extends ReductionOp> void put(
            ReferenceKernels.Builder table, Class<O> type, RowFunction function) {
        table.put(type, (op, inputs, output) -> {
            Elements x = inputs.getFirst();
            Elements.forEachRow(
                    x.shape(), (i1, i2, i3) -> output.set(0, i1, i2, i3, function.apply(x.row(i1, i2, i3))));
        });
    }

    private static double total(double[] row) {
        return DoubleStream.of(row).sum();
    }

    private static void sum(Elements x, Elements output) {
        DoubleStream.Builder rows = DoubleStream.builder();
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> rows.add(total(x.row(i1, i2, i3))));
        output.set(0, 0, 0, 0, rows.build().sum());
    }

    private static void argmax(Elements x, Elements output) {
        for (long i1 = 0; i1 < x.shape().d1(); i1++) {
            double[] row = x.row(i1, 0, 0);
            int largest = 0;
            for (int i = 1; i < row.length; i++) {
                if (row[i] > row[largest]) {
                    largest = i;
                }
            }
            output.setLong(i1, 0, 0, 0, largest);
        }
    }
}
