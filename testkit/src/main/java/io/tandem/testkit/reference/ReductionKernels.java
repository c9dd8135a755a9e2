package io.tandem.testkit.reference;

import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
        table.put(ReductionOp.Cumsum.class, (op, inputs, output) -> cumsum(inputs.getFirst(), output));
        table.put(
                ReductionOp.Argsort.class,
                (op, inputs, output) -> argsort(inputs.getFirst(), output, op.order() == SortOrder.DESCENDING));
        table.put(ReductionOp.TopK.class, (op, inputs, output) -> argsort(inputs.getFirst(), output, true));
        table.put(ReductionOp.CountEqual.class, (op, inputs, output) -> countEqual(inputs, output));
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

    private static void cumsum(Elements x, Elements output) {
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            for (int i = 1; i < row.length; i++) {
                row[i] += row[i - 1];
            }
            output.setRow(i1, i2, i3, row);
        });
    }

    /** As many indices as the output's rows hold. */
    private static void argsort(Elements x, Elements output, boolean descending) {
        Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < row.length; i++) {
                order.add(i);
            }
            order.sort((a, b) -> compare(row[a], row[b], descending));
            for (int i = 0; i < output.shape().d0(); i++) {
                output.setLong(i, i1, i2, i3, order.get(i));
            }
        });
    }

    private static int compare(double a, double b, boolean descending) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Boolean.compare(Double.isNaN(a), Double.isNaN(b));
        }
        int order = a < b ? -1 : a > b ? 1 : 0;
        return descending ? -order : order;
    }

    private static void countEqual(List<Elements> inputs, Elements output) {
        Elements a = inputs.get(0);
        AtomicLong equal = new AtomicLong();
        Elements.forEachRow(a.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < a.shape().d0(); i0++) {
                equal.addAndGet(a.getLong(i0, i1, i2, i3) == inputs.get(1).getLong(i0, i1, i2, i3) ? 1 : 0);
            }
        });
        output.setLong(0, 0, 0, 0, equal.get());
    }
}
