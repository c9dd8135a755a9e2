package io.tandem.benchmarks.peer;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/** A product of two F32 matrices by OpenBLAS. Threads are set for the whole process. */
public final class OpenBlas implements AutoCloseable {
    /** What it is. */
    public static final String NAME = openblas_nolapack.OPENBLAS_VERSION.strip();

    private final int m;
    private final int n;
    private final int k;
    private final FloatPointer a;
    private final FloatPointer b;
    private final FloatPointer result;

    /**
     * Prepares a product of m × k and n × k values.
     *
     * @param a m rows of k values
     * @param b n rows of k values
     * @throws LinkageError if there is no native library for this machine
     */
    public OpenBlas(int m, int n, int k, float[] a, float[] b, int threads) {
        Loader.load(openblas_nolapack.class);
        openblas_nolapack.blas_set_num_threads(threads);
        this.m = m;
        this.n = n;
        this.k = k;
        this.a = new FloatPointer(a);
        this.b = new FloatPointer(b);
        this.result = new FloatPointer((long) m * n);
    }

    /** Multiplies each row of b with each row of a, as MUL_MAT does. */
    public void run() {
        openblas_nolapack.cblas_sgemm(
                openblas_nolapack.CblasRowMajor,
                openblas_nolapack.CblasNoTrans,
                openblas_nolapack.CblasTrans,
                n,
                m,
                k,
                1,
                b,
                k,
                a,
                k,
                0,
                result,
                m);
    }

    /** The product: n rows of m values. */
    public float[] result() {
        float[] values = new float[m * n];
        result.get(values);
        return values;
    }

    @Override
    public void close() {
        result.close();
        b.close();
        a.close();
    }
}
