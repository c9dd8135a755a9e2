package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.OCTETS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.INT;
import static io.tandem.backend.cpu.kernel.Memory.SHORT;
import static io.tandem.backend.cpu.kernel.Memory.positive;
import static jdk.incubator.vector.VectorOperators.B2F;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dot products of rows of blocks in groups with one f32 row, decoded in registers: that is two to three times as fast as by
 * way of memory. One row at a time, since decoding takes longer than loading the f32 row again: kernels of four rows are no
 * faster, but take seconds to compile.
 *
 * <p>The scales of some blocks are brought to an array of floats first, from where they are broadcast. The kernels call no
 * method of ours in their loops, nor read single numbers through segments: the compiler does not always inline those.
 */
final class VectorGroupDots {
    /** Eight scales at a time, which every machine for which {@link Lanes#BLOCKS_FIT} has vectors for. */
    private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

    /** Blocks whose scales are in the array at a time: 4 KiB, which stay in the first-level cache. */
    private static final int PART = 64;

    /** Sixteen floats for each block. */
    private static final ThreadLocal<float[]> SCALES = ThreadLocal.withInitial(() -> new float[16 * PART]);

    private VectorGroupDots() {}

    /** See {@link MatrixKernels#dotOne}; rows of Q4_K. */
    static void q4k(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        float[] scales = SCALES.get();
        for (int row = 0; row < rows; row++) {
            Memory.clear(pad, BYTES);
            for (int block = 0; block < depth / 256; block += PART) {
                int blocks = Math.min(PART, depth / 256 - block);
                long from = a + row * aStride + 144L * block;
                q4kScales(from, blocks, scales);
                addQ4k(from, scales, b + 1024L * block, blocks, pad);
            }
            Memory.writeFloat(c + (long) Float.BYTES * row, VectorDots.sumLanes(pad));
        }
    }

    private static void addQ4k(long a, float[] scales, long b, int blocks, long pad) {
        FloatVector sum = FloatVector.fromMemorySegment(FLOATS, ALL, pad, ORDER);
        FloatVector other = FloatVector.zero(FLOATS);
        long start = positive(a);
        long row = positive(b);
        for (int pair = 0; pair < 4 * blocks; pair++) {
            long y = row + 256 * positive(pair);
            long x = start + 144 * positive(pair >>> 2) + 16 + 32 * positive(pair & 3);
            int s = 16 * (pair / 4) + 2 * (pair % 4);
            FloatVector scaleLow = FloatVector.broadcast(FLOATS, scales[s]);
            FloatVector scaleHigh = FloatVector.broadcast(FLOATS, scales[s + 1]);
            FloatVector minimumLow = FloatVector.broadcast(FLOATS, scales[s + 8]);
            FloatVector minimumHigh = FloatVector.broadcast(FLOATS, scales[s + 9]);
            for (int k = 0; k < 32; k += COUNT) {
                FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, y + Float.BYTES * positive(k), ORDER);
                FloatVector w = FloatVector.fromMemorySegment(FLOATS, ALL, y + Float.BYTES * positive(32 + k), ORDER);
                IntVector q = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, x + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                sum = ((FloatVector) q.and(15).convert(I2F, 0))
                        .fma(scaleLow, minimumLow)
                        .fma(v, sum);
                other = ((FloatVector) q.lanewise(LSHR, 4).convert(I2F, 0))
                        .fma(scaleHigh, minimumHigh)
                        .fma(w, other);
            }
        }
        sum.add(other).intoMemorySegment(ALL, pad, ORDER);
    }

    /** See {@link MatrixKernels#dotOne}; rows of Q6_K. */
    static void q6k(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        float[] scales = SCALES.get();
        for (int row = 0; row < rows; row++) {
            Memory.clear(pad, BYTES);
            for (int block = 0; block < depth / 256; block += PART) {
                int blocks = Math.min(PART, depth / 256 - block);
                long from = a + row * aStride + 210L * block;
                q6kScales(from, blocks, scales);
                addQ6k(from, scales, b + 1024L * block, blocks, pad);
            }
            Memory.writeFloat(c + (long) Float.BYTES * row, VectorDots.sumLanes(pad));
        }
    }

    /** A step takes 16 elements of each of four groups, which share their bytes. */
    private static void addQ6k(long a, float[] scales, long b, int blocks, long pad) {
        FloatVector sum0 = FloatVector.fromMemorySegment(FLOATS, ALL, pad, ORDER);
        FloatVector sum1 = FloatVector.zero(FLOATS);
        FloatVector sum2 = FloatVector.zero(FLOATS);
        FloatVector sum3 = FloatVector.zero(FLOATS);
        long start = positive(a);
        long row = positive(b);
        for (int step = 0; step < 4 * blocks; step++) {
            long block = positive(step >>> 2);
            long half = positive(step >>> 1 & 1);
            long side = positive(step & 1);
            long y = row + 1024 * block + 512 * half + 64 * side;
            long lower = start + 210 * block + 64 * half + 16 * side;
            long upper = start + 210 * block + 128 + 32 * half + 16 * side;
            int s = 16 * (step / 4) + step % 4 / 2 * 8 + step % 2;
            for (int k = 0; k < 16; k += COUNT) {
                IntVector l = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, lower + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                IntVector m = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, lower + 32 + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                IntVector h = (IntVector) ByteVector.fromMemorySegment(OCTETS, ALL, upper + positive(k), ORDER)
                        .convertShape(ZERO_EXTEND_B2I, INTS, 0);
                IntVector q0 = l.and(15).or(h.lanewise(LSHL, 4).and(48)).sub(32);
                IntVector q1 = m.and(15).or(h.lanewise(LSHL, 2).and(48)).sub(32);
                IntVector q2 = l.lanewise(LSHR, 4).or(h.and(48)).sub(32);
                IntVector q3 =
                        m.lanewise(LSHR, 4).or(h.lanewise(LSHR, 2).and(48)).sub(32);
                long at = y + Float.BYTES * positive(k);
                sum0 = ((FloatVector) q0.convert(I2F, 0))
                        .mul(FloatVector.broadcast(FLOATS, scales[s]))
                        .fma(FloatVector.fromMemorySegment(FLOATS, ALL, at, ORDER), sum0);
                sum1 = ((FloatVector) q1.convert(I2F, 0))
                        .mul(FloatVector.broadcast(FLOATS, scales[s + 2]))
                        .fma(FloatVector.fromMemorySegment(FLOATS, ALL, at + 128, ORDER), sum1);
                sum2 = ((FloatVector) q2.convert(I2F, 0))
                        .mul(FloatVector.broadcast(FLOATS, scales[s + 4]))
                        .fma(FloatVector.fromMemorySegment(FLOATS, ALL, at + 256, ORDER), sum2);
                sum3 = ((FloatVector) q3.convert(I2F, 0))
                        .mul(FloatVector.broadcast(FLOATS, scales[s + 6]))
                        .fma(FloatVector.fromMemorySegment(FLOATS, ALL, at + 384, ORDER), sum3);
            }
        }
        sum0.add(sum1).add(sum2.add(sum3)).intoMemorySegment(ALL, pad, ORDER);
    }

    /** The eight scales of each block of a row of Q4_K, then its eight minimums, negated. */
    private static void q4kScales(long row, int blocks, float[] scales) {
        for (int block = 0; block < blocks; block++) {
            long from = row + 144L * block;
            float scale = Float.float16ToFloat(ALL.get(SHORT, from));
            float minimum = Float.float16ToFloat(ALL.get(SHORT, from + 2));
            long first = ALL.get(INT, from + 4);
            long second = ALL.get(INT, from + 8);
            long third = ALL.get(INT, from + 12);
            long codes = (first & 0x3F3F3F3F) | ((third & 0x0F0F0F0F) | (first >> 2 & 0x30303030)) << 32;
            ((FloatVector) LongVector.broadcast(LongVector.SPECIES_128, codes)
                            .reinterpretAsBytes()
                            .convertShape(B2F, EIGHT, 0))
                    .mul(scale)
                    .intoArray(scales, 16 * block);
            long minimums = (second & 0x3F3F3F3F) | ((third >> 4 & 0x0F0F0F0F) | (second >> 2 & 0x30303030)) << 32;
            ((FloatVector) LongVector.broadcast(LongVector.SPECIES_128, minimums)
                            .reinterpretAsBytes()
                            .convertShape(B2F, EIGHT, 0))
                    .mul(-minimum)
                    .intoArray(scales, 16 * block + 8);
        }
    }

    /** The sixteen scales of each block of a row of Q6_K. */
    private static void q6kScales(long row, int blocks, float[] scales) {
        for (int block = 0; block < blocks; block++) {
            long from = row + 210L * block;
            float scale = Float.float16ToFloat(ALL.get(SHORT, from + 208));
            ByteVector codes = ByteVector.fromMemorySegment(ByteVector.SPECIES_128, ALL, from + 192, ORDER);
            ((FloatVector) codes.convertShape(B2F, EIGHT, 0)).mul(scale).intoArray(scales, 16 * block);
            ((FloatVector) codes.convertShape(B2F, EIGHT, 1)).mul(scale).intoArray(scales, 16 * block + 8);
        }
    }
}
