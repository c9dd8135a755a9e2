package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.FLOAT;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import java.lang.foreign.MemorySegment;

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
        for (int from = 0; from < count; from += ScalarArrays.LENGTH) {
            int part = Math.min(ScalarArrays.LENGTH, count - from);
            long at = (long) Float.BYTES * from;
            MemorySegment.copy(ALL, FLOAT, source + at, arrays.x, 0, part);
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
            MemorySegment.copy(arrays.y, 0, ALL, FLOAT, target + at, part);
        }
    }

    @Override
    public void binary(BinaryFunction function, long left, long right, long target, int count) {
        switch (function) {
            case ADD, SUB, MUL, DIV -> {
                ScalarArrays arrays = ScalarArrays.get();
                for (int from = 0; from < count; from += ScalarArrays.LENGTH) {
                    int part = Math.min(ScalarArrays.LENGTH, count - from);
                    long at = (long) Float.BYTES * from;
                    MemorySegment.copy(ALL, FLOAT, left + at, arrays.x, 0, part);
                    MemorySegment.copy(ALL, FLOAT, right + at, arrays.y, 0, part);
                    ScalarArithmetic.apply(function, arrays.x, arrays.y, part);
                    MemorySegment.copy(arrays.x, 0, ALL, FLOAT, target + at, part);
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
