package io.tandem.testkit.reference;

import io.tandem.op.MatrixOp;
import io.tandem.tensor.Shape;
import java.util.List;

/** Products of matrices. */
final class MatrixKernels {
    private MatrixKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(MatrixOp.MulMat.class, (op, inputs, output) -> mulMat(inputs.get(0), inputs.get(1), output));
        table.put(MatrixOp.MulMatId.class, MatrixKernels::mulMatId);
        table.put(MatrixOp.OutProd.class, (op, inputs, output) -> outProd(inputs.get(0), inputs.get(1), output));
    }

    private static void mulMat(Elements a, Elements b, Elements c) {
        Shape shape = c.shape();
        for (long i3 = 0; i3 < shape.d3(); i3++) {
            for (long i2 = 0; i2 < shape.d2(); i2++) {
                long a2 = i2 / (shape.d2() / a.shape().d2());
                long a3 = i3 / (shape.d3() / a.shape().d3());
                double[][] columns = new double[Math.toIntExact(shape.d1())][];
                for (int column = 0; column < columns.length; column++) {
                    columns[column] = b.row(column, i2, i3);
                }
                for (long i0 = 0; i0 < shape.d0(); i0++) {
                    double[] row = a.row(i0, a2, a3);
                    for (int column = 0; column < columns.length; column++) {
                        c.set(i0, column, i2, i3, dot(row, columns[column]));
                    }
                }
            }
        }
    }

    private static void mulMatId(MatrixOp.MulMatId op, List<Elements> inputs, Elements c) {
        Elements a = inputs.get(0);
        Elements b = inputs.get(1);
        Elements.forEachRow(c.shape(), (j, token, zero) -> {
            long matrix = inputs.get(2).getLong(j, token, 0, 0);
            InvalidIndexException.check(matrix, a.shape().d2(), op.name());
            double[] column = b.row(j % b.shape().d1(), token, 0);
            for (long i = 0; i < c.shape().d0(); i++) {
                c.set(i, j, token, 0, dot(a.row(i, matrix, 0), column));
            }
        });
    }

    private static void outProd(Elements a, Elements b, Elements c) {
        Shape shape = c.shape();
        Elements.forEachRow(shape, (i1, i2, i3) -> {
            double[] sums = new double[Math.toIntExact(shape.d0())];
            long a2 = i2 / (shape.d2() / a.shape().d2());
            long a3 = i3 / (shape.d3() / a.shape().d3());
            for (long k = 0; k < a.shape().d1(); k++) {
                double[] row = a.row(k, a2, a3);
                double factor = b.get(i1, k, i2, i3);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += row[i] * factor;
                }
            }
            c.setRow(i1, i2, i3, sums);
        });
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
