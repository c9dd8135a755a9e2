package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;

import jdk.incubator.vector.FloatVector;

/** The columns of {@link RowKernels#addRows}: their sums stay in registers while all rows pass. */
final class VectorRowSums {
    private VectorRowSums() {}

    /** Eight vectors of columns: as many additions as fit the time that one takes. */
    static void addEight(long rows, long stride, long weights, int count, long sums) {
        FloatVector sum0 = FloatVector.fromMemorySegment(FLOATS, ALL, sums, ORDER);
        FloatVector sum1 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + BYTES, ORDER);
        FloatVector sum2 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 2L * BYTES, ORDER);
        FloatVector sum3 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 3L * BYTES, ORDER);
        FloatVector sum4 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 4L * BYTES, ORDER);
        FloatVector sum5 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 5L * BYTES, ORDER);
        FloatVector sum6 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 6L * BYTES, ORDER);
        FloatVector sum7 = FloatVector.fromMemorySegment(FLOATS, ALL, sums + 7L * BYTES, ORDER);
        for (int i = 0; i < count; i++) {
            float weight = readFloat(weights + (long) Float.BYTES * i);
            if (weight != 0) {
                FloatVector w = FloatVector.broadcast(FLOATS, weight);
                long row = rows + i * stride;
                sum0 = FloatVector.fromMemorySegment(FLOATS, ALL, row, ORDER).fma(w, sum0);
                sum1 = FloatVector.fromMemorySegment(FLOATS, ALL, row + BYTES, ORDER)
                        .fma(w, sum1);
                sum2 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 2L * BYTES, ORDER)
                        .fma(w, sum2);
                sum3 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 3L * BYTES, ORDER)
                        .fma(w, sum3);
                sum4 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 4L * BYTES, ORDER)
                        .fma(w, sum4);
                sum5 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 5L * BYTES, ORDER)
                        .fma(w, sum5);
                sum6 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 6L * BYTES, ORDER)
                        .fma(w, sum6);
                sum7 = FloatVector.fromMemorySegment(FLOATS, ALL, row + 7L * BYTES, ORDER)
                        .fma(w, sum7);
            }
        }
        Lanes.known(sum0).intoMemorySegment(ALL, sums, ORDER);
        Lanes.known(sum1).intoMemorySegment(ALL, sums + BYTES, ORDER);
        Lanes.known(sum2).intoMemorySegment(ALL, sums + 2L * BYTES, ORDER);
        Lanes.known(sum3).intoMemorySegment(ALL, sums + 3L * BYTES, ORDER);
        Lanes.known(sum4).intoMemorySegment(ALL, sums + 4L * BYTES, ORDER);
        Lanes.known(sum5).intoMemorySegment(ALL, sums + 5L * BYTES, ORDER);
        Lanes.known(sum6).intoMemorySegment(ALL, sums + 6L * BYTES, ORDER);
        Lanes.known(sum7).intoMemorySegment(ALL, sums + 7L * BYTES, ORDER);
    }

    /** A vector of columns. */
    static void addOne(long rows, long stride, long weights, int count, long sums) {
        FloatVector sum = FloatVector.fromMemorySegment(FLOATS, ALL, sums, ORDER);
        for (int i = 0; i < count; i++) {
            float weight = readFloat(weights + (long) Float.BYTES * i);
            if (weight != 0) {
                sum = FloatVector.fromMemorySegment(FLOATS, ALL, rows + i * stride, ORDER)
                        .fma(FloatVector.broadcast(FLOATS, weight), sum);
            }
        }
        Lanes.known(sum).intoMemorySegment(ALL, sums, ORDER);
    }

    /** Less than a vector of columns. */
    static void addRest(long rows, long stride, long weights, int count, long sums, int length) {
        for (int i = 0; i < count; i++) {
            float weight = readFloat(weights + (long) Float.BYTES * i);
            if (weight != 0) {
                for (long at = 0; at < (long) Float.BYTES * length; at += Float.BYTES) {
                    float value = readFloat(rows + i * stride + at);
                    Memory.writeFloat(sums + at, Math.fma(value, weight, readFloat(sums + at)));
                }
            }
        }
    }
}
