package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;
import static io.tandem.backend.cpu.kernel.ScalarArrays.LENGTH;
import static io.tandem.backend.cpu.kernel.ScalarArrays.load;
import static io.tandem.backend.cpu.kernel.ScalarArrays.part;
import static io.tandem.backend.cpu.kernel.ScalarArrays.store;

/** Loops over one row, one element at a time; sums in double precision. */
final class ScalarRowKernels implements RowKernels {
    @Override
    public float sum(long source, int count) {
        double sum = 0;
        for (long i = 0; i < bytes(count); i += Float.BYTES) {
            sum += readFloat(source + i);
        }
        return (float) sum;
    }

    @Override
    public float sumOfSquares(long source, float shift, int count) {
        double sum = 0;
        for (long i = 0; i < bytes(count); i += Float.BYTES) {
            double value = (double) readFloat(source + i) - shift;
            sum += value * value;
        }
        return (float) sum;
    }

    @Override
    public float max(long source, int count) {
        float max = Float.NEGATIVE_INFINITY;
        for (long i = 0; i < bytes(count); i += Float.BYTES) {
            max = Math.max(max, readFloat(source + i));
        }
        return max;
    }

    @Override
    public void shiftAndScale(long source, float shift, float factor, long target, int count) {
        for (long i = 0; i < bytes(count); i += Float.BYTES) {
            writeFloat(target + i, (readFloat(source + i) - shift) * factor);
        }
    }

    @Override
    public void mix(long source, float scale, long other, float slope, long target, int count) {
        ScalarArrays arrays = ScalarArrays.get();
        for (int from = 0; from < count; from += LENGTH) {
            int part = part(from, count);
            load(source, from, arrays.x, part);
            load(other, from, arrays.z, part);
            ScalarArithmetic.mix(arrays.x, scale, arrays.z, slope, arrays.y, part);
            store(arrays.y, target, from, part);
        }
    }

    @Override
    public void dotRows(long rows, long stride, int count, long other, int length, long products) {
        ScalarArrays arrays = ScalarArrays.get();
        for (int row = 0; row < count; row++) {
            double sum = 0;
            for (int from = 0; from < length; from += LENGTH) {
                int part = part(from, length);
                load(rows + row * stride, from, arrays.x, part);
                load(other, from, arrays.z, part);
                for (int i = 0; i < part; i++) {
                    sum += (double) arrays.x[i] * arrays.z[i];
                }
            }
            writeFloat(products + (long) Float.BYTES * row, (float) sum);
        }
    }

    @Override
    public void addRows(long rows, long stride, long weights, int count, long sums, int length) {
        for (int row = 0; row < count; row++) {
            float weight = readFloat(weights + (long) Float.BYTES * row);
            if (weight != 0) {
                mix(rows + row * stride, weight, sums, 1, sums, length);
            }
        }
    }

    @Override
    public float expAndSum(long source, float shift, long target, int count) {
        ScalarArrays arrays = ScalarArrays.get();
        double sum = 0;
        for (int from = 0; from < count; from += LENGTH) {
            int part = part(from, count);
            load(source, from, arrays.x, part);
            ScalarActivations.exp(arrays, arrays.x, arrays.y, part, shift, 1);
            store(arrays.y, target, from, part);
            for (int i = 0; i < part; i++) {
                sum += arrays.y[i];
            }
        }
        return (float) sum;
    }

    @Override
    public void rotate(
            long first, long second, long cosines, long sines, long firstTarget, long secondTarget, int count) {
        for (long i = 0; i < bytes(count); i += Float.BYTES) {
            float x = readFloat(first + i);
            float y = readFloat(second + i);
            float cosine = readFloat(cosines + i);
            float sine = readFloat(sines + i);
            writeFloat(firstTarget + i, x * cosine - y * sine);
            writeFloat(secondTarget + i, x * sine + y * cosine);
        }
    }

    @Override
    public void rotatePairs(long source, long cosines, long sines, long target, int count) {
        rotatePairs(source, cosines, sines, target, 0, count);
    }

    static void rotatePairs(long source, long cosines, long sines, long target, int from, int count) {
        for (int i = from; i < count; i += 2) {
            long even = (long) Float.BYTES * i;
            long odd = even + Float.BYTES;
            float x = readFloat(source + even);
            float y = readFloat(source + odd);
            writeFloat(target + even, x * readFloat(cosines + even) + y * readFloat(sines + even));
            writeFloat(target + odd, y * readFloat(cosines + odd) + x * readFloat(sines + odd));
        }
    }

    private static long bytes(int count) {
        return (long) Float.BYTES * count;
    }
}
