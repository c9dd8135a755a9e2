package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.OCTETS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.B2F;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Decodes blocks of 32 elements with one scale, where {@link Lanes#BLOCKS_FIT}. Products are rounded before minimums are
 * added, as in the codecs.
 */
final class VectorSimpleDecoding {
    private static final int HALF = 16;
    private static final long BLOCK = 32L * Float.BYTES;

    private VectorSimpleDecoding() {}

    static void q80(long source, long target, int count) {
        for (int block = 0; block < count / 32; block++) {
            long from = source + 34L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            for (int i = 0; i < 32; i += COUNT) {
                FloatVector q = (FloatVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 2 + i, ORDER)
                        .convertShape(B2F, FLOATS, 0);
                q.mul(scale).intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
            }
        }
    }

    static void q40(long source, long target, int count) {
        for (int block = 0; block < count / 32; block++) {
            long from = source + 18L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            for (int i = 0; i < HALF; i += COUNT) {
                IntVector pairs = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 2 + i, ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                FloatVector low = (FloatVector) pairs.and(15).sub(8).convert(I2F, 0);
                FloatVector high = (FloatVector) pairs.lanewise(LSHR, 4).sub(8).convert(I2F, 0);
                low.mul(scale).intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
                high.mul(scale).intoMemorySegment(ALL, to + (long) Float.BYTES * (HALF + i), ORDER);
            }
        }
    }

    static void q41(long source, long target, int count) {
        for (int block = 0; block < count / 32; block++) {
            long from = source + 20L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            float minimum = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 2));
            for (int i = 0; i < HALF; i += COUNT) {
                IntVector pairs = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 4 + i, ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                FloatVector low = (FloatVector) pairs.and(15).convert(I2F, 0);
                FloatVector high = (FloatVector) pairs.lanewise(LSHR, 4).convert(I2F, 0);
                low.mul(scale).add(minimum).intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
                high.mul(scale).add(minimum).intoMemorySegment(ALL, to + (long) Float.BYTES * (HALF + i), ORDER);
            }
        }
    }

    static void q50(long source, long target, int count) {
        IntVector lanes = IntVector.zero(INTS).addIndex(1);
        for (int block = 0; block < count / 32; block++) {
            long from = source + 22L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            int upper = upper(from + 2);
            for (int i = 0; i < HALF; i += COUNT) {
                IntVector pairs = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 6 + i, ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                IntVector bits = IntVector.broadcast(INTS, upper >>> i).lanewise(LSHR, lanes);
                IntVector low = pairs.and(15).or(bits.and(1).lanewise(LSHL, 4));
                IntVector high =
                        pairs.lanewise(LSHR, 4).or(bits.lanewise(LSHR, 12).and(16));
                ((FloatVector) low.sub(16).convert(I2F, 0))
                        .mul(scale)
                        .intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
                ((FloatVector) high.sub(16).convert(I2F, 0))
                        .mul(scale)
                        .intoMemorySegment(ALL, to + (long) Float.BYTES * (HALF + i), ORDER);
            }
        }
    }

    static void q51(long source, long target, int count) {
        IntVector lanes = IntVector.zero(INTS).addIndex(1);
        for (int block = 0; block < count / 32; block++) {
            long from = source + 24L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            float minimum = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 2));
            int upper = upper(from + 4);
            for (int i = 0; i < HALF; i += COUNT) {
                IntVector pairs = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 8 + i, ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                IntVector bits = IntVector.broadcast(INTS, upper >>> i).lanewise(LSHR, lanes);
                IntVector low = pairs.and(15).or(bits.and(1).lanewise(LSHL, 4));
                IntVector high =
                        pairs.lanewise(LSHR, 4).or(bits.lanewise(LSHR, 12).and(16));
                ((FloatVector) low.convert(I2F, 0))
                        .mul(scale)
                        .add(minimum)
                        .intoMemorySegment(ALL, to + (long) Float.BYTES * i, ORDER);
                ((FloatVector) high.convert(I2F, 0))
                        .mul(scale)
                        .add(minimum)
                        .intoMemorySegment(ALL, to + (long) Float.BYTES * (HALF + i), ORDER);
            }
        }
    }

    /** The fifth bits of a block's elements. Blocks lie at multiples of two bytes. */
    private static int upper(long at) {
        return (ALL.get(Memory.SHORT, at) & 0xFFFF) | ALL.get(Memory.SHORT, at + 2) << 16;
    }
}
