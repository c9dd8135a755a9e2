package io.tandem.inference.reference;

/** Arithmetic on vectors in double precision. */
public final class Vectors {
    private Vectors() {}

    /** The cosine of the angle between two vectors. */
    public static double cosine(float[] a, float[] b) {
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
