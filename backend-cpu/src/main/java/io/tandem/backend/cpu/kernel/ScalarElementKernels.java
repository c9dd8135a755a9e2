package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

/** Element-wise functions one element at a time. */
final class ScalarElementKernels implements ElementKernels {
    @Override
    public void unary(UnaryFunction function, float p, float q, long source, long target, int count) {
        for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
            writeFloat(target + i, ScalarMath.apply(function, p, q, readFloat(source + i)));
        }
    }

    @Override
    public void binary(BinaryFunction function, long left, long right, long target, int count) {
        for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
            writeFloat(target + i, ScalarMath.apply(function, readFloat(left + i), readFloat(right + i)));
        }
    }

    @Override
    public void binaryScalar(BinaryFunction function, long left, float right, long target, int count) {
        for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
            writeFloat(target + i, ScalarMath.apply(function, readFloat(left + i), right));
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
