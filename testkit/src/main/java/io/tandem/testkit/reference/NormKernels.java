package io.tandem.testkit.reference;

import io.tandem.op.NormOp;
import io.tandem.tensor.Shape;
import java.util.function.ToDoubleFunction;

/** Normalisations of rows: each is (x − shift) / divisor. */
final class NormKernels {
    private NormKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(NormOp.Norm.class, (op, inputs, output) -> {
            Elements x = inputs.getFirst();
            Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
                double[] row = x.row(i1, i2, i3);
                double mean = mean(row);
                for (int i = 0; i < row.length; i++) {
                    row[i] -= mean;
                }
                output.setRow(i1, i2, i3, divide(row, Math.sqrt(meanOfSquares(row) + op.eps())));
            });
        });
        table.put(NormOp.GroupNorm.class, (op, inputs, output) -> groupNorm(op, inputs.getFirst(), output));
        table.put(
                NormOp.RmsNorm.class,
                (op, inputs, output) ->
                        divideRows(inputs.getFirst(), output, row -> Math.sqrt(meanOfSquares(row) + op.eps())));
        table.put(
                NormOp.L2Norm.class,
                (op, inputs, output) -> divideRows(
                        inputs.getFirst(),
                        output,
                        row -> Math.max(Math.sqrt(meanOfSquares(row) * row.length), op.eps())));
    }

    private static void groupNorm(NormOp.GroupNorm op, Elements x, Elements output) {
        Shape shape = x.shape();
        long step = Math.ceilDiv(shape.d2(), op.groups());
        for (long i3 = 0; i3 < shape.d3(); i3++) {
            for (long from = 0; from < shape.d2(); from += step) {
                long to = Math.min(from + step, shape.d2());
                double[] group = new double[Math.toIntExact(shape.d0() * shape.d1() * (to - from))];
                copy(x, from, to, i3, group, false);
                double mean = mean(group);
                for (int i = 0; i < group.length; i++) {
                    group[i] -= mean;
                }
                copy(output, from, to, i3, divide(group, Math.sqrt(meanOfSquares(group) + op.eps())), true);
            }
        }
    }

    /** Copies matrices {@code from} to {@code to} of a batch to an array, or back. */
    private static void copy(Elements x, long from, long to, long i3, double[] group, boolean back) {
        int i = 0;
        for (long i2 = from; i2 < to; i2++) {
            for (long i1 = 0; i1 < x.shape().d1(); i1++) {
                for (long i0 = 0; i0 < x.shape().d0(); i0++) {
                    if (back) {
                        x.set(i0, i1, i2, i3, group[i]);
                    } else {
                        group[i] = x.get(i0, i1, i2, i3);
                    }
                    i++;
                }
            }
        }
    }

    private static void divideRows(Elements x, Elements output, ToDoubleFunction<double[]> divisor) {
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            output.setRow(i1, i2, i3, divide(row, divisor.applyAsDouble(row)));
        });
    }

    private static double[] divide(double[] row, double divisor) {
        for (int i = 0; i < row.length; i++) {
            row[i] /= divisor;
        }
        return row;
    }

    private static double mean(double[] row) {
        double sum = 0;
        for (double value : row) {
            sum += value;
        }
        return sum / row.length;
    }

    private static double meanOfSquares(double[] row) {
        double sum = 0;
        for (double value : row) {
            sum += value * value;
        }
        return sum / row.length;
    }
}
