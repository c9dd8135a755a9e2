package io.tandem.backend.cpu.work;

import io.tandem.tensor.Shape;

/**
 * c[i, j] = Σ a[k, i] · b[k, j] for each pair of matrices: a of any type and strides, b f32 in rows without gaps, c f32
 * without gaps.
 */
record Product(View a, View b, View c) {
    int depth() {
        return a.length();
    }

    /** The rows of a. */
    int height() {
        return c.length();
    }

    int columns() {
        return (int) c.shape().d1();
    }

    /** The number of pairs of matrices. */
    long matrices() {
        return c.shape().d2() * c.shape().d3();
    }

    /** The first row of a's matrix that meets matrix {@code index} of b. */
    long matrixOfA(long index) {
        Shape large = c.shape();
        Shape small = a.shape();
        long i2 = index % large.d2() / (large.d2() / small.d2());
        long i3 = index / large.d2() / (large.d3() / small.d3());
        return a.row(0, i2, i3);
    }

    long matrixOfB(long index) {
        return b.row(0, index % c.shape().d2(), index / c.shape().d2());
    }

    long matrixOfC(long index) {
        return c.row(0, index % c.shape().d2(), index / c.shape().d2());
    }
}
