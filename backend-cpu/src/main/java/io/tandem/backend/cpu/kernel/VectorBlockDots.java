package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.OCTETS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.SHORT;
import static io.tandem.backend.cpu.kernel.Memory.positive;
import static jdk.incubator.vector.VectorOperators.B2F;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Dot products of four rows of blocks with one f32 row, decoded in registers: decoding to memory first takes 1.5 times as
 * long. The rows share the loads of the f32 row. Scales go through {@code float16ToFloat}, one instruction, and multiply
 * the block's sum.
 */
final class VectorBlockDots {
    private VectorBlockDots() {}

    /** Rows of Q8_0. */
    static void q8(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a0 = positive(a);
        long b0 = positive(b);
        long a1 = positive(a + Math.min(1, rows - 1) * aStride);
        long a2 = positive(a + Math.min(2, rows - 1) * aStride);
        long a3 = positive(a + Math.min(3, rows - 1) * aStride);
        FloatVector c0 = FloatVector.zero(FLOATS);
        FloatVector c1 = FloatVector.zero(FLOATS);
        FloatVector c2 = FloatVector.zero(FLOATS);
        FloatVector c3 = FloatVector.zero(FLOATS);
        for (int block = 0; block < depth / 32; block++) {
            long at = 34 * positive(block);
            long y = b0 + 128 * positive(block);
            FloatVector t0 = FloatVector.zero(FLOATS);
            FloatVector t1 = FloatVector.zero(FLOATS);
            FloatVector t2 = FloatVector.zero(FLOATS);
            FloatVector t3 = FloatVector.zero(FLOATS);
            for (int k = 0; k < 32; k += COUNT) {
                FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, y + Float.BYTES * positive(k), ORDER);
                FloatVector x0 =
                        (FloatVector) ByteVector.fromMemorySegment(OCTETS, ALL, a0 + at + 2 + positive(k), ORDER)
                                .convertShape(B2F, FLOATS, 0);
                t0 = x0.fma(v, t0);
                FloatVector x1 =
                        (FloatVector) ByteVector.fromMemorySegment(OCTETS, ALL, a1 + at + 2 + positive(k), ORDER)
                                .convertShape(B2F, FLOATS, 0);
                t1 = x1.fma(v, t1);
                FloatVector x2 =
                        (FloatVector) ByteVector.fromMemorySegment(OCTETS, ALL, a2 + at + 2 + positive(k), ORDER)
                                .convertShape(B2F, FLOATS, 0);
                t2 = x2.fma(v, t2);
                FloatVector x3 =
                        (FloatVector) ByteVector.fromMemorySegment(OCTETS, ALL, a3 + at + 2 + positive(k), ORDER)
                                .convertShape(B2F, FLOATS, 0);
                t3 = x3.fma(v, t3);
            }
            c0 = t0.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a0 + at))), c0);
            c1 = t1.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a1 + at))), c1);
            c2 = t2.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a2 + at))), c2);
            c3 = t3.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a3 + at))), c3);
        }
        c0.intoMemorySegment(ALL, pad, ORDER);
        c1.intoMemorySegment(ALL, pad + BYTES, ORDER);
        c2.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c3.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            Memory.writeFloat(c + (long) Float.BYTES * i, VectorDots.sumLanes(pad + (long) i * BYTES));
        }
    }

    /** Rows of Q4_0. The 8 that is taken off each element becomes −8 · Σ b, once for four rows. */
    static void q4(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a0 = positive(a);
        long b0 = positive(b);
        long a1 = positive(a + Math.min(1, rows - 1) * aStride);
        long a2 = positive(a + Math.min(2, rows - 1) * aStride);
        long a3 = positive(a + Math.min(3, rows - 1) * aStride);
        FloatVector c0 = FloatVector.zero(FLOATS);
        FloatVector c1 = FloatVector.zero(FLOATS);
        FloatVector c2 = FloatVector.zero(FLOATS);
        FloatVector c3 = FloatVector.zero(FLOATS);
        for (int block = 0; block < depth / 32; block++) {
            long at = 18 * positive(block);
            long y = b0 + 128 * positive(block);
            FloatVector t0 = FloatVector.zero(FLOATS);
            FloatVector t1 = FloatVector.zero(FLOATS);
            FloatVector t2 = FloatVector.zero(FLOATS);
            FloatVector t3 = FloatVector.zero(FLOATS);
            for (int k = 0; k < 16; k += COUNT) {
                FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, y + Float.BYTES * positive(k), ORDER);
                FloatVector w = FloatVector.fromMemorySegment(FLOATS, ALL, y + Float.BYTES * positive(16 + k), ORDER);
                FloatVector shift = v.add(w).mul(-8f);
                IntVector q0 = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, a0 + at + 2 + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                t0 = ((FloatVector) q0.and(15).convert(I2F, 0)).fma(v, t0.add(shift));
                t0 = ((FloatVector) q0.lanewise(LSHR, 4).convert(I2F, 0)).fma(w, t0);
                IntVector q1 = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, a1 + at + 2 + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                t1 = ((FloatVector) q1.and(15).convert(I2F, 0)).fma(v, t1.add(shift));
                t1 = ((FloatVector) q1.lanewise(LSHR, 4).convert(I2F, 0)).fma(w, t1);
                IntVector q2 = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, a2 + at + 2 + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                t2 = ((FloatVector) q2.and(15).convert(I2F, 0)).fma(v, t2.add(shift));
                t2 = ((FloatVector) q2.lanewise(LSHR, 4).convert(I2F, 0)).fma(w, t2);
                IntVector q3 = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, a3 + at + 2 + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                t3 = ((FloatVector) q3.and(15).convert(I2F, 0)).fma(v, t3.add(shift));
                t3 = ((FloatVector) q3.lanewise(LSHR, 4).convert(I2F, 0)).fma(w, t3);
            }
            c0 = t0.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a0 + at))), c0);
            c1 = t1.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a1 + at))), c1);
            c2 = t2.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a2 + at))), c2);
            c3 = t3.fma(FloatVector.broadcast(FLOATS, Float.float16ToFloat(ALL.get(SHORT, a3 + at))), c3);
        }
        c0.intoMemorySegment(ALL, pad, ORDER);
        c1.intoMemorySegment(ALL, pad + BYTES, ORDER);
        c2.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c3.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            Memory.writeFloat(c + (long) Float.BYTES * i, VectorDots.sumLanes(pad + (long) i * BYTES));
        }
    }
}
