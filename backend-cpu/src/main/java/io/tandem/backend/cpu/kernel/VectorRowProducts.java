package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Lanes.TURN_16;
import static io.tandem.backend.cpu.kernel.Lanes.TURN_2;
import static io.tandem.backend.cpu.kernel.Lanes.TURN_4;
import static io.tandem.backend.cpu.kernel.Lanes.TURN_8;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;

import jdk.incubator.vector.FloatVector;

/**
 * The columns of {@link RowKernels#dotRows}: a part of the other row stays in registers while all rows pass. Lanes are added
 * as in {@link Lanes#sum}, here in place, for a row of 128 elements costs less than storing a vector for it.
 */
final class VectorRowProducts {
    private VectorRowProducts() {}

    /** Eight vectors of columns. */
    static void addEight(long rows, long stride, int count, long other, long products) {
        FloatVector y0 = FloatVector.fromMemorySegment(FLOATS, ALL, other, ORDER);
        FloatVector y1 = FloatVector.fromMemorySegment(FLOATS, ALL, other + BYTES, ORDER);
        FloatVector y2 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 2L * BYTES, ORDER);
        FloatVector y3 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 3L * BYTES, ORDER);
        FloatVector y4 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 4L * BYTES, ORDER);
        FloatVector y5 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 5L * BYTES, ORDER);
        FloatVector y6 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 6L * BYTES, ORDER);
        FloatVector y7 = FloatVector.fromMemorySegment(FLOATS, ALL, other + 7L * BYTES, ORDER);
        for (int i = 0; i < count; i++) {
            long row = rows + i * stride;
            FloatVector even =
                    FloatVector.fromMemorySegment(FLOATS, ALL, row, ORDER).mul(y0);
            FloatVector odd = FloatVector.fromMemorySegment(FLOATS, ALL, row + BYTES, ORDER)
                    .mul(y1);
            even = FloatVector.fromMemorySegment(FLOATS, ALL, row + 2L * BYTES, ORDER)
                    .fma(y2, even);
            odd = FloatVector.fromMemorySegment(FLOATS, ALL, row + 3L * BYTES, ORDER)
                    .fma(y3, odd);
            even = FloatVector.fromMemorySegment(FLOATS, ALL, row + 4L * BYTES, ORDER)
                    .fma(y4, even);
            odd = FloatVector.fromMemorySegment(FLOATS, ALL, row + 5L * BYTES, ORDER)
                    .fma(y5, odd);
            even = FloatVector.fromMemorySegment(FLOATS, ALL, row + 6L * BYTES, ORDER)
                    .fma(y6, even);
            odd = FloatVector.fromMemorySegment(FLOATS, ALL, row + 7L * BYTES, ORDER)
                    .fma(y7, odd);
            FloatVector sum = even.add(odd);
            sum = sum.add(sum.rearrange(TURN_2));
            sum = sum.add(sum.rearrange(TURN_4));
            if (COUNT >= 8) {
                sum = sum.add(sum.rearrange(TURN_8));
            }
            if (COUNT >= 16) {
                sum = sum.add(sum.rearrange(TURN_16));
            }
            float product = COUNT > 16 ? Lanes.sumWide(sum) : sum.lane(0);
            long target = products + (long) Float.BYTES * i;
            Memory.writeFloat(target, readFloat(target) + product);
        }
    }

    /** A vector of columns. */
    static void addOne(long rows, long stride, int count, long other, long products) {
        FloatVector y = FloatVector.fromMemorySegment(FLOATS, ALL, other, ORDER);
        for (int i = 0; i < count; i++) {
            FloatVector sum = FloatVector.fromMemorySegment(FLOATS, ALL, rows + i * stride, ORDER)
                    .mul(y);
            sum = sum.add(sum.rearrange(TURN_2));
            sum = sum.add(sum.rearrange(TURN_4));
            if (COUNT >= 8) {
                sum = sum.add(sum.rearrange(TURN_8));
            }
            if (COUNT >= 16) {
                sum = sum.add(sum.rearrange(TURN_16));
            }
            float product = COUNT > 16 ? Lanes.sumWide(sum) : sum.lane(0);
            long target = products + (long) Float.BYTES * i;
            Memory.writeFloat(target, readFloat(target) + product);
        }
    }

    /** Less than a vector of columns. */
    static void addRest(long rows, long stride, int count, long other, int length, long products) {
        for (int i = 0; i < count; i++) {
            long target = products + (long) Float.BYTES * i;
            float sum = readFloat(target);
            for (long at = 0; at < (long) Float.BYTES * length; at += Float.BYTES) {
                sum = Math.fma(readFloat(rows + i * stride + at), readFloat(other + at), sum);
            }
            Memory.writeFloat(target, sum);
        }
    }
}
