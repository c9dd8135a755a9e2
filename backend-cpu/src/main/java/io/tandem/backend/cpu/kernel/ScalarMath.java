package io.tandem.backend.cpu.kernel;

/** The functions of one element, in double precision where the JDK has them. */
final class ScalarMath {
    private static final double GELU_FACTOR = 2 * Math.sqrt(2 / Math.PI);

    private static final float[] NEAR = {
        Coefficients.ERF_0,
        Coefficients.ERF_1,
        Coefficients.ERF_2,
        Coefficients.ERF_3,
        Coefficients.ERF_4,
        Coefficients.ERF_5,
        Coefficients.ERF_6
    };

    private static final float[] LOG_TAIL = {
        Coefficients.ERFC_0,
        Coefficients.ERFC_1,
        Coefficients.ERFC_2,
        Coefficients.ERFC_3,
        Coefficients.ERFC_4,
        Coefficients.ERFC_5,
        Coefficients.ERFC_6
    };

    private ScalarMath() {}

    static float apply(UnaryFunction function, float p, float q, float x) {
        return switch (function) {
            case ABS -> Math.abs(x);
            case SGN -> x > 0 ? 1 : x < 0 ? -1 : 0;
            case NEG -> -x;
            case STEP -> x > 0 ? 1 : 0;
            case EXP -> (float) Math.exp(x);
            case EXPM1 -> (float) Math.expm1(x);
            case LOG -> (float) Math.log(x);
            case SQR -> x * x;
            case SQRT -> (float) Math.sqrt(x);
            case SIN -> (float) Math.sin(x);
            case COS -> (float) Math.cos(x);
            case ERF -> (float) erf(x);
            case RECIPROCAL -> 1 / x;
            case FLOOR -> (float) Math.floor(x);
            case CEIL -> (float) Math.ceil(x);
            case ROUND -> (float) Math.copySign(Math.floor(Math.abs((double) x) + 0.5), x);
            case TRUNC -> (float) Math.copySign(Math.floor(Math.abs((double) x)), x);
            case TANH -> (float) Math.tanh(x);
            case ELU -> x > 0 ? x : (float) Math.expm1(x);
            case RELU -> Math.max(x, 0);
            case LEAKY_RELU -> x > 0 ? x : p * x;
            case SIGMOID -> (float) sigmoid(x);
            case GELU -> (float) (x * sigmoid(GELU_FACTOR * x * (1 + 0.044715 * x * x)));
            case GELU_QUICK -> (float) (x * sigmoid(1.702 * x));
            case GELU_ERF -> (float) (0.5 * x * (1 + erf(x * Math.sqrt(0.5))));
            case SILU -> (float) (x * sigmoid(x));
            case HARDSWISH -> x * hardsigmoid(x);
            case HARDSIGMOID -> hardsigmoid(x);
            case SOFTPLUS -> (float) (Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))));
            case SCALE -> x * p + q;
            case CLAMP -> Math.min(Math.max(x, p), q);
        };
    }

    static float apply(BinaryFunction function, float a, float b) {
        return switch (function) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case POW -> (float) Math.pow(a, b);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case EQUAL -> a == b ? 1 : 0;
            case NOT_EQUAL -> a != b ? 1 : 0;
            case LESS -> a < b ? 1 : 0;
            case LESS_EQUAL -> a <= b ? 1 : 0;
            case GREATER -> a > b ? 1 : 0;
            case GREATER_EQUAL -> a >= b ? 1 : 0;
        };
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static float hardsigmoid(float x) {
        return Math.min(1, Math.max(0, (x + 3) / 6));
    }

    /** The error function, exact to about 4e-9. */
    private static double erf(double x) {
        double absolute = Math.abs(x);
        if (absolute <= 1) {
            return x * polynomial(NEAR, x * x);
        }
        double tail = absolute < 4 ? Math.exp(polynomial(LOG_TAIL, absolute)) : 0;
        return Double.isNaN(x) ? x : Math.copySign(1 - tail, x);
    }

    private static double polynomial(float[] coefficients, double x) {
        double sum = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            sum = sum * x + coefficients[i];
        }
        return sum;
    }
}
