package io.tandem.testkit.reference;

/** Functions that more than one family uses, in double precision. */
final class Functions {
    private Functions() {}

    static double relu(double x) {
        return Math.max(x, 0);
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    static double silu(double x) {
        return x * sigmoid(x);
    }

    static double gelu(double x) {
        return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * x * (1 + 0.044715 * x * x)));
    }

    static double geluQuick(double x) {
        return x * sigmoid(1.702 * x);
    }

    static double geluErf(double x) {
        return x / 2 * (1 + erf(x / Math.sqrt(2)));
    }

    /**
     * erf(x) = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)), Abramowitz and Stegun 7.1.6: all terms have one sign, so
     * nothing cancels.
     */
    static double erf(double x) {
        if (Double.isNaN(x) || Math.abs(x) > 6) {
            return Math.signum(x);
        }
        double term = x;
        double sum = 0;
        for (int n = 0; sum + term != sum; n++) {
            sum += term;
            term *= 2 * x * x / (2 * n + 3);
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }
}
