package io.tandem.backend.cpu.kernel;

/**
 * Element-wise functions in whole vectors. What is left of a row goes through a vector's worth of memory, so that each
 * function is one plain loop and an element's result does not depend on its place in the row.
 */
final class VectorElementKernels implements ElementKernels {
    @Override
    public void unary(UnaryFunction function, float p, float q, long source, long target, int count) {
        long whole = (long) Float.BYTES * Lanes.whole(count);
        for (long from = 0; from < whole; from += VectorActivations.BLOCK_BYTES) {
            int bytes = (int) Math.min(VectorActivations.BLOCK_BYTES, whole - from);
            apply(function, p, q, source + from, target + from, bytes);
        }
        int rest = count - Lanes.whole(count);
        if (rest > 0) {
            long pad = VectorPad.address();
            VectorPad.copy(source + whole, pad, rest);
            apply(function, p, q, pad, pad, Lanes.BYTES);
            VectorPad.copy(pad, target + whole, rest);
        }
    }

    private static void apply(UnaryFunction function, float p, float q, long x, long y, int bytes) {
        switch (function) {
            case ABS -> VectorArithmetic.abs(x, y, bytes);
            case SGN -> VectorArithmetic.sgn(x, y, bytes);
            case NEG -> VectorArithmetic.neg(x, y, bytes);
            case STEP -> VectorArithmetic.step(x, y, bytes);
            case SQR -> VectorArithmetic.sqr(x, y, bytes);
            case SQRT -> VectorArithmetic.sqrt(x, y, bytes);
            case RECIPROCAL -> VectorArithmetic.reciprocal(x, y, bytes);
            case RELU -> VectorArithmetic.relu(x, y, bytes);
            case LEAKY_RELU -> VectorArithmetic.leakyRelu(x, y, bytes, p);
            case HARDSWISH -> VectorArithmetic.hardswish(x, y, bytes);
            case HARDSIGMOID -> VectorArithmetic.hardsigmoid(x, y, bytes);
            case SCALE -> VectorArithmetic.scale(x, y, bytes, p, q);
            case CLAMP -> VectorArithmetic.clamp(x, y, bytes, p, q);
            case FLOOR -> VectorRounding.floor(x, y, bytes);
            case CEIL -> VectorRounding.ceil(x, y, bytes);
            case ROUND -> VectorRounding.round(x, y, bytes);
            case TRUNC -> VectorRounding.trunc(x, y, bytes);
            case EXP -> VectorExponential.exp(x, y, bytes, 1f);
            case EXPM1 -> VectorExponential.expm1(x, y, bytes);
            case LOG -> VectorLogarithm.log(x, y, bytes);
            case SIN -> VectorTrigonometry.sin(x, y, bytes, 0, VectorPad.passes());
            case COS -> VectorTrigonometry.sin(x, y, bytes, 1, VectorPad.passes());
            case SIGMOID -> VectorSigmoid.sigmoid(x, y, bytes);
            case ERF -> VectorActivations.erf(x, y, bytes, VectorPad.passes());
            case TANH -> VectorActivations.tanh(x, y, bytes, VectorPad.passes());
            case ELU -> VectorActivations.elu(x, y, bytes, VectorPad.passes());
            case GELU -> VectorActivations.gelu(x, y, bytes, VectorPad.passes());
            case GELU_QUICK -> VectorActivations.geluQuick(x, y, bytes, VectorPad.passes());
            case GELU_ERF -> VectorActivations.geluErf(x, y, bytes, VectorPad.passes());
            case SILU -> VectorActivations.silu(x, y, bytes);
            case SOFTPLUS -> VectorActivations.softplus(x, y, bytes, VectorPad.passes());
        }
    }

    @Override
    public void binary(BinaryFunction function, long left, long right, long target, int count) {
        if (function == BinaryFunction.POW) {
            ScalarElementKernels.pow(left, right, target, count);
            return;
        }
        int whole = Float.BYTES * Lanes.whole(count);
        apply(function, left, right, target, whole);
        int rest = count - Lanes.whole(count);
        if (rest > 0) {
            long a = VectorPad.address();
            long b = a + Lanes.BYTES;
            VectorPad.copy(left + whole, a, rest);
            VectorPad.copy(right + whole, b, rest);
            apply(function, a, b, a, Lanes.BYTES);
            VectorPad.copy(a, target + whole, rest);
        }
    }

    private static void apply(BinaryFunction function, long a, long b, long y, int bytes) {
        switch (function) {
            case ADD -> VectorArithmetic.add(a, b, y, bytes);
            case SUB -> VectorArithmetic.sub(a, b, y, bytes);
            case MUL -> VectorArithmetic.mul(a, b, y, bytes);
            case DIV -> VectorArithmetic.div(a, b, y, bytes);
            case MIN -> VectorArithmetic.min(a, b, y, bytes);
            case MAX -> VectorArithmetic.max(a, b, y, bytes);
            case EQUAL -> VectorComparison.equal(a, b, y, bytes);
            case NOT_EQUAL -> VectorComparison.notEqual(a, b, y, bytes);
            case LESS -> VectorComparison.less(a, b, y, bytes);
            case LESS_EQUAL -> VectorComparison.lessEqual(a, b, y, bytes);
            case GREATER -> VectorComparison.less(b, a, y, bytes);
            case GREATER_EQUAL -> VectorComparison.lessEqual(b, a, y, bytes);
            case POW -> throw new IllegalArgumentException("POW has no vector form");
        }
    }

    @Override
    public void binaryScalar(BinaryFunction function, long left, float right, long target, int count) {
        if (function == BinaryFunction.POW) {
            ScalarElementKernels.pow(left, right, target, count);
            return;
        }
        int whole = Float.BYTES * Lanes.whole(count);
        apply(function, left, right, target, whole);
        int rest = count - Lanes.whole(count);
        if (rest > 0) {
            long pad = VectorPad.address();
            VectorPad.copy(left + whole, pad, rest);
            apply(function, pad, right, pad, Lanes.BYTES);
            VectorPad.copy(pad, target + whole, rest);
        }
    }

    private static void apply(BinaryFunction function, long a, float b, long y, int bytes) {
        switch (function) {
            case ADD -> VectorArithmetic.add(a, b, y, bytes);
            case SUB -> VectorArithmetic.sub(a, b, y, bytes);
            case MUL -> VectorArithmetic.mul(a, b, y, bytes);
            case DIV -> VectorArithmetic.div(a, b, y, bytes);
            case MIN -> VectorArithmetic.min(a, b, y, bytes);
            case MAX -> VectorArithmetic.max(a, b, y, bytes);
            case EQUAL -> VectorComparison.equal(a, b, y, bytes);
            case NOT_EQUAL -> VectorComparison.notEqual(a, b, y, bytes);
            case LESS -> VectorComparison.less(a, b, y, bytes);
            case LESS_EQUAL -> VectorComparison.lessEqual(a, b, y, bytes);
            case GREATER -> VectorComparison.greater(a, b, y, bytes);
            case GREATER_EQUAL -> VectorComparison.greaterEqual(a, b, y, bytes);
            case POW -> throw new IllegalArgumentException("POW has no vector form");
        }
    }
}
