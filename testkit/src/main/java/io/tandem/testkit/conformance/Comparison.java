package io.tandem.testkit.conformance;

import io.tandem.tensor.DType;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;

/** Compares results as the normalised mean squared error, Σ (a − e)² / Σ e². */
final class Comparison {
    private Comparison() {}

    /** Throws an AssertionError if {@code actual} is not within {@code bound}; 0 asks for equal bits. */
    static void check(TensorLayout layout, MemorySegment expected, MemorySegment actual, double bound) {
        if (bound == 0 || !(layout.type().isFloat() || layout.type().isQuantized())) {
            checkBits(layout.type(), expected, actual);
            return;
        }
        float[] right = decode(layout, expected);
        float[] result = decode(layout, actual);
        double error = 0;
        double size = 0;
        int worst = 0;
        for (int i = 0; i < right.length; i++) {
            if (!Float.isFinite(right[i]) || !Float.isFinite(result[i])) {
                checkNotFinite(i, right[i], result[i]);
                continue;
            }
            double difference = (double) result[i] - right[i];
            error += difference * difference;
            size += (double) right[i] * right[i];
            worst = Math.abs(difference) > Math.abs((double) result[worst] - right[worst]) ? i : worst;
        }
        double normalised = size == 0 ? error : error / size;
        if (!(normalised <= bound)) {
            throw new AssertionError("Normalised mean squared error " + normalised + " is above " + bound
                    + "; worst at element " + worst + ": " + result[worst] + " instead of " + right[worst]);
        }
    }

    private static void checkBits(DType type, MemorySegment expected, MemorySegment actual) {
        long byteIndex = expected.mismatch(actual);
        if (byteIndex >= 0) {
            long block = byteIndex / type.blockBytes();
            throw new AssertionError("Bits differ in element " + block * type.blockLength() + ": "
                    + describe(type, actual, block) + " instead of " + describe(type, expected, block));
        }
    }

    private static String describe(DType type, MemorySegment bytes, long block) {
        float[] values = new float[type.blockLength()];
        type.codec().decode(bytes, block * type.blockBytes(), values, 0, values.length);
        return String.valueOf(values[0]);
    }

    private static void checkNotFinite(int index, float right, float result) {
        boolean same = Float.isNaN(right) ? Float.isNaN(result) : right == result;
        if (!same) {
            throw new AssertionError("Element " + index + " is " + result + " instead of " + right);
        }
    }

    private static float[] decode(TensorLayout layout, MemorySegment bytes) {
        float[] values = new float[Math.toIntExact(layout.elements())];
        layout.type().codec().decode(bytes, 0, values, 0, values.length);
        return values;
    }
}
