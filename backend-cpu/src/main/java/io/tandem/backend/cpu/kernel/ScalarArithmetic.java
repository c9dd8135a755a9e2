package io.tandem.backend.cpu.kernel;

/** Arithmetic on arrays in loops of which the JVM's compiler makes vectors; see {@link ScalarArrays}. */
final class ScalarArithmetic {
    private ScalarArithmetic() {}

    /** x = function(x, y); ADD, SUB, MUL or DIV. */
    static void apply(BinaryFunction function, float[] x, float[] y, int count) {
        switch (function) {
            case ADD -> add(x, y, count);
            case SUB -> sub(x, y, count);
            case MUL -> mul(x, y, x, count);
            case DIV -> div(x, y, count);
            default -> throw new IllegalArgumentException("No loop over arrays for " + function);
        }
    }

    private static void add(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            x[i] += y[i];
        }
    }

    private static void sub(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            x[i] -= y[i];
        }
    }

    /** z = x · y. */
    static void mul(float[] x, float[] y, float[] z, int count) {
        for (int i = 0; i < count; i++) {
            z[i] = x[i] * y[i];
        }
    }

    private static void div(float[] x, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            x[i] /= y[i];
        }
    }

    /** y = p · x + q. */
    static void scale(float[] x, float[] y, int count, float p, float q) {
        for (int i = 0; i < count; i++) {
            y[i] = x[i] * p + q;
        }
    }

    /** y = x · p + z · q. */
    static void mix(float[] x, float p, float[] z, float q, float[] y, int count) {
        for (int i = 0; i < count; i++) {
            y[i] = x[i] * p + z[i] * q;
        }
    }

    /** y = min(max(x, least), most). */
    static void clamp(float[] x, float[] y, int count, float least, float most) {
        for (int i = 0; i < count; i++) {
            y[i] = Math.min(Math.max(x[i], least), most);
        }
    }
}
