package io.tandem.testkit.reference;

import io.tandem.op.NormOp;
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
