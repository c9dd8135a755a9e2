package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.OCTETS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.BYTE;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Decodes blocks of 256 elements in groups with scales of their own, where {@link Lanes#BLOCKS_FIT}. Groups that share bytes
 * are decoded together. Products are rounded before minimums are taken off, as in the codecs.
 */
final class VectorGroupDecoding {
    private static final long BLOCK = 256L * Float.BYTES;

    private VectorGroupDecoding() {}

    static void q2k(long source, long target, int count) {
        for (int block = 0; block < count / 256; block++) {
            long from = source + 84L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 80));
            float minimum = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 82));
            for (int group = 0; group < 16; group++) {
                int codes = ALL.get(BYTE, from + group) & 0xFF;
                float d = scale * (codes & 15);
                float m = minimum * (codes >> 4);
                long quants = from + 16 + group / 8 * 32L + group % 2 * 16L;
                int shift = group % 8 / 2 * 2;
                long place = to + 64L * group;
                for (int i = 0; i < 16; i += COUNT) {
                    IntVector octets = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, quants + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    FloatVector q =
                            (FloatVector) octets.lanewise(LSHR, shift).and(3).convert(I2F, 0);
                    q.mul(d).sub(m).intoMemorySegment(ALL, place + (long) Float.BYTES * i, ORDER);
                }
            }
        }
    }

    static void q3k(long source, long target, int count) {
        for (int block = 0; block < count / 256; block++) {
            long from = source + 110L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 108));
            for (int group = 0; group < 16; group++) {
                int lower = (ALL.get(BYTE, from + 96 + group % 8) & 0xFF) >> (group / 8 * 4) & 15;
                int upper = (ALL.get(BYTE, from + 104 + group % 4) & 0xFF) >> (group / 4 * 2) & 3;
                float d = scale * ((lower | upper << 4) - 32);
                long thirds = from + group % 2 * 16L;
                long quants = from + 32 + group / 8 * 32L + group % 2 * 16L;
                int shift = group % 8 / 2 * 2;
                int thirdShift = group / 2;
                long place = to + 64L * group;
                for (int i = 0; i < 16; i += COUNT) {
                    IntVector octets = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, quants + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    IntVector bits = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, thirds + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    IntVector third = bits.lanewise(LSHR, thirdShift).and(1).lanewise(LSHL, 2);
                    IntVector q = octets.lanewise(LSHR, shift).and(3).or(third).sub(4);
                    ((FloatVector) q.convert(I2F, 0))
                            .mul(d)
                            .intoMemorySegment(ALL, place + (long) Float.BYTES * i, ORDER);
                }
            }
        }
    }

    static void q4k(long source, long target, int count) {
        for (int block = 0; block < count / 256; block++) {
            long from = source + 144L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            float minimum = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 2));
            for (int pair = 0; pair < 4; pair++) {
                float d0 = scale * scaleCode(from, 2 * pair);
                float m0 = minimum * minimumCode(from, 2 * pair);
                float d1 = scale * scaleCode(from, 2 * pair + 1);
                float m1 = minimum * minimumCode(from, 2 * pair + 1);
                long quants = from + 16 + 32L * pair;
                long place = to + 256L * pair;
                for (int i = 0; i < 32; i += COUNT) {
                    IntVector octets = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, quants + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    FloatVector low = (FloatVector) octets.and(15).convert(I2F, 0);
                    FloatVector high = (FloatVector) octets.lanewise(LSHR, 4).convert(I2F, 0);
                    low.mul(d0).sub(m0).intoMemorySegment(ALL, place + (long) Float.BYTES * i, ORDER);
                    high.mul(d1).sub(m1).intoMemorySegment(ALL, place + (long) Float.BYTES * (32 + i), ORDER);
                }
            }
        }
    }

    static void q5k(long source, long target, int count) {
        for (int block = 0; block < count / 256; block++) {
            long from = source + 176L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            float minimum = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 2));
            for (int pair = 0; pair < 4; pair++) {
                float d0 = scale * scaleCode(from, 2 * pair);
                float m0 = minimum * minimumCode(from, 2 * pair);
                float d1 = scale * scaleCode(from, 2 * pair + 1);
                float m1 = minimum * minimumCode(from, 2 * pair + 1);
                long quants = from + 48 + 32L * pair;
                long place = to + 256L * pair;
                for (int i = 0; i < 32; i += COUNT) {
                    IntVector octets = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, quants + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    IntVector bits = ((IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, from + 16 + i, ORDER)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, 0))
                            .lanewise(LSHR, 2 * pair);
                    IntVector low = octets.and(15).or(bits.and(1).lanewise(LSHL, 4));
                    IntVector high = octets.lanewise(LSHR, 4).or(bits.and(2).lanewise(LSHL, 3));
                    ((FloatVector) low.convert(I2F, 0))
                            .mul(d0)
                            .sub(m0)
                            .intoMemorySegment(ALL, place + (long) Float.BYTES * i, ORDER);
                    ((FloatVector) high.convert(I2F, 0))
                            .mul(d1)
                            .sub(m1)
                            .intoMemorySegment(ALL, place + (long) Float.BYTES * (32 + i), ORDER);
                }
            }
        }
    }

    static void q6k(long source, long target, int count) {
        for (int block = 0; block < count / 256; block++) {
            long from = source + 210L * block;
            long to = target + BLOCK * block;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from + 208));
            for (int group = 0; group < 16; group++) {
                float d = scale * ALL.get(BYTE, from + 192 + group);
                long lower = from + group / 8 * 64L + group % 4 * 16L;
                long upper = from + 128 + group / 8 * 32L + group % 2 * 16L;
                int lowerShift = group % 8 / 4 * 4;
                int upperShift = group % 8 / 2 * 2;
                long place = to + 64L * group;
                for (int i = 0; i < 16; i += COUNT) {
                    IntVector low = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, lower + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    IntVector high = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, upper + i, ORDER)
                            .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                    IntVector bits = high.lanewise(LSHR, upperShift).and(3).lanewise(LSHL, 4);
                    IntVector q =
                            low.lanewise(LSHR, lowerShift).and(15).or(bits).sub(32);
                    ((FloatVector) q.convert(I2F, 0))
                            .mul(d)
                            .intoMemorySegment(ALL, place + (long) Float.BYTES * i, ORDER);
                }
            }
        }
    }

    /** The scale of a group of Q4_K or Q5_K, as a multiple of the block's. */
    static int scaleCode(long block, int group) {
        int own = ALL.get(BYTE, block + 4 + group);
        return group < 4
                ? own & 63
                : (ALL.get(BYTE, block + 8 + group) & 15) | (ALL.get(BYTE, block + group) & 0xC0) >> 2;
    }

    /** The minimum of a group of Q4_K or Q5_K, as a multiple of the block's. */
    static int minimumCode(long block, int group) {
        int own = ALL.get(BYTE, block + 8 + group);
        return group < 4 ? own & 63 : (own & 0xF0) >> 4 | (ALL.get(BYTE, block + 4 + group) & 0xC0) >> 2;
    }
}
