package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;
import static io.tandem.backend.cpu.kernel.ScalarArrays.LENGTH;
import static io.tandem.backend.cpu.kernel.ScalarArrays.load;
import static io.tandem.backend.cpu.kernel.ScalarArrays.part;
import static io.tandem.backend.cpu.kernel.ScalarArrays.store;

/**
 * Element-wise functions without the Vector API. The frequent ones are loops over {@link ScalarArrays}, of which the JVM's
 * compiler makes vectors; the others take one element at a time.
 */
final class ScalarElementKernels implements ElementKernels {
    @Override
    public void unary(UnaryFunction function, float p, float q, long source, long target, int count) {
        switch (function) {
            case EXP, SIGMOID, SILU, GELU, GELU_QUICK, GELU_ERF, ERF, SCALE, SQR, RELU ->
                unaryInParts(function, p, q, source, target, count);
            default -> {
                for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
                    writeFloat(target + i, ScalarMath.apply(function, p, q, readFloat(source + i)));
                }
            }
        }
    }

    private static void unaryInParts(UnaryFunction function, float p, float q, long source, long target, int count) {
        ScalarArrays arrays = ScalarArrays.get();
        for (int from = 0; from < count; from += LENGTH) {
            int part = part(from, count);
            load(source, from, arrays.x, part);
            switch (function) {
                case EXP -> ScalarActivations.exp(arrays, arrays.x, arrays.y, part, 0, 1);
                case SIGMOID -> ScalarActivations.sigmoid(arrays, part);
                case SILU -> ScalarActivations.silu(arrays, part, 1);
                case GELU -> ScalarActivations.gelu(arrays, part);
                case GELU_QUICK -> ScalarActivations.silu(arrays, part, 1.702f);
                case GELU_ERF -> ScalarActivations.geluErf(arrays, part);
                case ERF -> ScalarActivations.erf(arrays, part, 1);
                case SCALE -> ScalarArithmetic.scale(arrays.x, arrays.y, part, p, q);
                case SQR -> ScalarArithmetic.mul(arrays.x, arrays.x, arrays.y, part);
                case RELU -> ScalarArithmetic.clamp(arrays.x, arrays.y, part, 0, Float.POSITIVE_INFINITY);
                default -> throw new IllegalArgumentException("No loop over arrays for " + function);
            }
            store(arrays.y, target, from, part);
        }
    }

    @Override
    public void binary(BinaryFunction function, long left, long right, long target, int count) {
        switch (function) {
            case ADD, SUB, MUL, DIV -> {
                ScalarArrays arrays = ScalarArrays.get();
                for (int from = 0; from < count; from += LENGTH) {
                    int part = part(from, count);
                    load(left, from, arrays.x, part);
                    load(right, from, arrays.y, part);
                    ScalarArithmetic.apply(function, arrays.x, arrays.y, part);
                    store(arrays.x, target, from, part);
                }
            }
            default -> {
                for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
                    writeFloat(target + i, ScalarMath.apply(function, readFloat(left + i), readFloat(right + i)));
                }
            }
        }
    }

    @Override
    public void binaryScalar(BinaryFunction function, long left, float right, long target, int count) {
        switch (function) {
            case ADD -> unaryInParts(UnaryFunction.SCALE, 1, right, left, target, count);
            case SUB -> unaryInParts(UnaryFunction.SCALE, 1, -right, left, target, count);
            default -> {
                for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
                    writeFloat(target + i, ScalarMath.apply(function, readFloat(left + i), right));
                }
            }
        }
    }

    static void pow(long left, long right, long target, int count) {
        for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
            writeFloat(target + i, (float) Math.pow(readFloat(left + i), readFloat(right + i)));
        }
    }

    static void pow(long left, float right, long target, int count) {
        for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
            writeFloat(target + i, (float) Math.pow(readFloat(left + i), right));
        }
    }
}
