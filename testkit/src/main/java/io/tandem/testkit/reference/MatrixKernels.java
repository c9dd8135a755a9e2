package io.tandem.testkit.reference;

import io.tandem.op.MatrixOp;
import io.tandem.tensor.Shape;

/** Products of matrices. */
final class MatrixKernels {
    private MatrixKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(MatrixOp.MulMat.class, (op, inputs, output) -> mulMat(inputs.get(0), inputs.get(1), output));
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

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
