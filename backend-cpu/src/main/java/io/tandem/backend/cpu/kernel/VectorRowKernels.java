package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MAX;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * Loops over one row in whole vectors. Reductions keep several vectors of partial results where a step would else wait for
 * the one before it, and add what is left of the row at the end; the order depends on the row's length alone.
 */
final class VectorRowKernels implements RowKernels {
    private static final VectorShuffle<Float> NEIGHBOURS = VectorShuffle.fromOp(FLOATS, lane -> lane ^ 1);

    @Override
    public float sum(long source, int count) {
        int whole = Lanes.whole(count);
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = FloatVector.zero(FLOATS);
        int i = 0;
        for (; i + COUNT < whole; i += 2 * COUNT) {
            long at = source + (long) Float.BYTES * i;
            even = FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER).add(even);
            odd = FloatVector.fromMemorySegment(FLOATS, ALL, at + BYTES, ORDER).add(odd);
        }
        if (i < whole) {
            even = FloatVector.fromMemorySegment(FLOATS, ALL, source + (long) Float.BYTES * i, ORDER)
                    .add(even);
        }
        long pad = VectorPad.address();
        Lanes.known(even).add(odd).intoMemorySegment(ALL, pad, ORDER);
        float sum = Lanes.sum(pad);
        for (i = whole; i < count; i++) {
            sum += readFloat(source + (long) Float.BYTES * i);
        }
        return sum;
    }

    @Override
    public float sumOfSquares(long source, float shift, int count) {
        int whole = Lanes.whole(count);
        FloatVector even = FloatVector.zero(FLOATS);
        FloatVector odd = FloatVector.zero(FLOATS);
        int i = 0;
        for (; i + COUNT < whole; i += 2 * COUNT) {
            long at = source + (long) Float.BYTES * i;
            FloatVector v =
                    FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER).sub(shift);
            FloatVector w = FloatVector.fromMemorySegment(FLOATS, ALL, at + BYTES, ORDER)
                    .sub(shift);
            even = v.fma(v, even);
            odd = w.fma(w, odd);
        }
        if (i < whole) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, source + (long) Float.BYTES * i, ORDER)
                    .sub(shift);
            even = v.fma(v, even);
        }
        long pad = VectorPad.address();
        Lanes.known(even).add(odd).intoMemorySegment(ALL, pad, ORDER);
        float sum = Lanes.sum(pad);
        for (i = whole; i < count; i++) {
            float value = readFloat(source + (long) Float.BYTES * i) - shift;
            sum = Math.fma(value, value, sum);
        }
        return sum;
    }

    @Override
    public float max(long source, int count) {
        int whole = Lanes.whole(count);
        FloatVector a = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        int i = 0;
        for (; i + 4 * COUNT <= whole; i += 4 * COUNT) {
            long at = source + (long) Float.BYTES * i;
            a = FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER).max(a);
            b = FloatVector.fromMemorySegment(FLOATS, ALL, at + BYTES, ORDER).max(b);
            c = FloatVector.fromMemorySegment(FLOATS, ALL, at + 2L * BYTES, ORDER)
                    .max(c);
            d = FloatVector.fromMemorySegment(FLOATS, ALL, at + 3L * BYTES, ORDER)
                    .max(d);
        }
        for (; i < whole; i += COUNT) {
            a = FloatVector.fromMemorySegment(FLOATS, ALL, source + (long) Float.BYTES * i, ORDER)
                    .max(a);
        }
        float max = whole == 0
                ? Float.NEGATIVE_INFINITY
                : Lanes.known(a).max(b).max(c).max(d).reduceLanes(MAX);
        for (; i < count; i++) {
            max = Math.max(max, readFloat(source + (long) Float.BYTES * i));
        }
        return max;
    }

    @Override
    public void shiftAndScale(long source, float shift, float factor, long target, int count) {
        for (int i = 0; i < Lanes.whole(count); i += COUNT) {
            long offset = (long) Float.BYTES * i;
            FloatVector.fromMemorySegment(FLOATS, ALL, source + offset, ORDER)
                    .sub(shift)
                    .mul(factor)
                    .intoMemorySegment(ALL, target + offset, ORDER);
        }
        for (int i = Lanes.whole(count); i < count; i++) {
            long offset = (long) Float.BYTES * i;
            Memory.writeFloat(target + offset, (readFloat(source + offset) - shift) * factor);
        }
    }

    @Override
    public void mix(long source, float scale, long other, float slope, long target, int count) {
        for (int i = 0; i < Lanes.whole(count); i += COUNT) {
            long offset = (long) Float.BYTES * i;
            FloatVector added = FloatVector.fromMemorySegment(FLOATS, ALL, other + offset, ORDER)
                    .mul(slope);
            FloatVector.fromMemorySegment(FLOATS, ALL, source + offset, ORDER)
                    .mul(scale)
                    .add(added)
                    .intoMemorySegment(ALL, target + offset, ORDER);
        }
        for (int i = Lanes.whole(count); i < count; i++) {
            long offset = (long) Float.BYTES * i;
            Memory.writeFloat(target + offset, readFloat(source + offset) * scale + readFloat(other + offset) * slope);
        }
    }

    @Override
    public void dotRows(long rows, long stride, int count, long other, int length, long products) {
        Memory.clear(products, (long) Float.BYTES * count);
        int i = 0;
        for (; i + 8 * COUNT <= length; i += 8 * COUNT) {
            long offset = (long) Float.BYTES * i;
            VectorRowProducts.addEight(rows + offset, stride, count, other + offset, products);
        }
        for (; i + COUNT <= length; i += COUNT) {
            long offset = (long) Float.BYTES * i;
            VectorRowProducts.addOne(rows + offset, stride, count, other + offset, products);
        }
        if (i < length) {
            long offset = (long) Float.BYTES * i;
            VectorRowProducts.addRest(rows + offset, stride, count, other + offset, length - i, products);
        }
    }

    @Override
    public void addRows(long rows, long stride, long weights, int count, long sums, int length) {
        int i = 0;
        for (; i + 8 * COUNT <= length; i += 8 * COUNT) {
            long offset = (long) Float.BYTES * i;
            VectorRowSums.addEight(rows + offset, stride, weights, count, sums + offset);
        }
        for (; i + COUNT <= length; i += COUNT) {
            long offset = (long) Float.BYTES * i;
            VectorRowSums.addOne(rows + offset, stride, weights, count, sums + offset);
        }
        if (i < length) {
            long offset = (long) Float.BYTES * i;
            VectorRowSums.addRest(rows + offset, stride, weights, count, sums + offset, length - i);
        }
    }

    @Override
    public float expAndSum(long source, float shift, long target, int count) {
        int whole = Float.BYTES * Lanes.whole(count);
        float sum = expAndSumVectors(source, shift, target, whole);
        int rest = count - Lanes.whole(count);
        if (rest > 0) {
            long pad = VectorPad.address();
            FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY).intoMemorySegment(ALL, pad, ORDER);
            VectorPad.copy(source + whole, pad, rest);
            sum += expAndSumVectors(pad, shift, pad, Lanes.BYTES);
            VectorPad.copy(pad, target + whole, rest);
        }
        return sum;
    }

    /**
     * The exponential of {@link VectorExponential} for arguments up to 0: results below 1e-38 are 0, which saves a third
     * of the instructions.
     */
    private static float expAndSumVectors(long source, float shift, long target, int bytes) {
        FloatVector c0 = FloatVector.broadcast(FLOATS, Coefficients.EXP_0);
        FloatVector c1 = FloatVector.broadcast(FLOATS, Coefficients.EXP_1);
        FloatVector c2 = FloatVector.broadcast(FLOATS, Coefficients.EXP_2);
        FloatVector c3 = FloatVector.broadcast(FLOATS, Coefficients.EXP_3);
        FloatVector c4 = FloatVector.broadcast(FLOATS, Coefficients.EXP_4);
        FloatVector log2e = FloatVector.broadcast(FLOATS, Coefficients.LOG2_E);
        FloatVector round = FloatVector.broadcast(FLOATS, Coefficients.ROUND_BIASED);
        FloatVector high = FloatVector.broadcast(FLOATS, -Coefficients.LN2_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -Coefficients.LN2_LOW);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int i = 0; i < bytes; i += BYTES) {
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, source + i, ORDER)
                    .sub(shift);
            v = v.blend(-88f, v.compare(LT, -88f));
            FloatVector rounded = v.fma(log2e, round);
            FloatVector k = rounded.sub(Coefficients.ROUND_BIASED);
            FloatVector r = k.fma(low, k.fma(high, v));
            FloatVector p =
                    c4.fma(r, c3).fma(r, c2).fma(r, c1).fma(r, c0).fma(r, one).fma(r, one);
            // The low bits of rounded hold the exponent; that of 2⁻¹²⁷ makes a factor of zero.
            p = rounded.reinterpretAsInts()
                    .lanewise(LSHL, 23)
                    .reinterpretAsFloats()
                    .mul(p);
            p.intoMemorySegment(ALL, target + i, ORDER);
            sum = p.add(sum);
        }
        long pad = VectorPad.passes();
        Lanes.known(sum).intoMemorySegment(ALL, pad, ORDER);
        return Lanes.sum(pad);
    }

    @Override
    public void rotate(
            long first, long second, long cosines, long sines, long firstTarget, long secondTarget, int count) {
        for (int i = 0; i < Lanes.whole(count); i += COUNT) {
            long offset = (long) Float.BYTES * i;
            FloatVector x = FloatVector.fromMemorySegment(FLOATS, ALL, first + offset, ORDER);
            FloatVector y = FloatVector.fromMemorySegment(FLOATS, ALL, second + offset, ORDER);
            FloatVector cosine = FloatVector.fromMemorySegment(FLOATS, ALL, cosines + offset, ORDER);
            FloatVector sine = FloatVector.fromMemorySegment(FLOATS, ALL, sines + offset, ORDER);
            x.mul(cosine).sub(y.mul(sine)).intoMemorySegment(ALL, firstTarget + offset, ORDER);
            x.mul(sine).add(y.mul(cosine)).intoMemorySegment(ALL, secondTarget + offset, ORDER);
        }
        for (int i = Lanes.whole(count); i < count; i++) {
            long offset = (long) Float.BYTES * i;
            float x = readFloat(first + offset);
            float y = readFloat(second + offset);
            float cosine = readFloat(cosines + offset);
            float sine = readFloat(sines + offset);
            Memory.writeFloat(firstTarget + offset, x * cosine - y * sine);
            Memory.writeFloat(secondTarget + offset, x * sine + y * cosine);
        }
    }

    @Override
    public void rotatePairs(long source, long cosines, long sines, long target, int count) {
        for (int i = 0; i < Lanes.whole(count); i += COUNT) {
            long offset = (long) Float.BYTES * i;
            FloatVector x = FloatVector.fromMemorySegment(FLOATS, ALL, source + offset, ORDER);
            FloatVector cosine = FloatVector.fromMemorySegment(FLOATS, ALL, cosines + offset, ORDER);
            FloatVector sine = FloatVector.fromMemorySegment(FLOATS, ALL, sines + offset, ORDER);
            FloatVector turned = x.rearrange(NEIGHBOURS).mul(sine);
            x.mul(cosine).add(turned).intoMemorySegment(ALL, target + offset, ORDER);
        }
        ScalarRowKernels.rotatePairs(source, cosines, sines, target, Lanes.whole(count), count);
    }
}
