package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.BYTES;
import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Lanes.SHORTS;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.SHORT;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Dot products of four rows of 16-bit floats with one f32 row, decoded in registers. */
final class VectorHalfDots {
    private VectorHalfDots() {}

    /** Rows of BF16. */
    static void bf16(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a1 = a + Math.min(1, rows - 1) * aStride;
        long a2 = a + Math.min(2, rows - 1) * aStride;
        long a3 = a + Math.min(3, rows - 1) * aStride;
        FloatVector c0 = FloatVector.zero(FLOATS);
        FloatVector c1 = FloatVector.zero(FLOATS);
        FloatVector c2 = FloatVector.zero(FLOATS);
        FloatVector c3 = FloatVector.zero(FLOATS);
        for (int k = 0; k < Lanes.whole(depth); k += COUNT) {
            long at = (long) Short.BYTES * k;
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, b + 2 * at, ORDER);
            IntVector x0 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a + at, ORDER).convertShape(S2I, INTS, 0);
            c0 = x0.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c0);
            IntVector x1 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a1 + at, ORDER).convertShape(S2I, INTS, 0);
            c1 = x1.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c1);
            IntVector x2 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a2 + at, ORDER).convertShape(S2I, INTS, 0);
            c2 = x2.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c2);
            IntVector x3 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a3 + at, ORDER).convertShape(S2I, INTS, 0);
            c3 = x3.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, c3);
        }
        c0.intoMemorySegment(ALL, pad, ORDER);
        c1.intoMemorySegment(ALL, pad + BYTES, ORDER);
        c2.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c3.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            float sum = VectorDots.sumLanes(pad + (long) i * BYTES);
            for (int k = Lanes.whole(depth); k < depth; k++) {
                short bits = ALL.get(SHORT, a + i * aStride + (long) Short.BYTES * k);
                sum = Math.fma(Float.intBitsToFloat(bits << 16), readFloat(b + (long) Float.BYTES * k), sum);
            }
            Memory.writeFloat(c + (long) Float.BYTES * i, sum);
        }
    }

    /** Rows of F16, decoded as in {@link VectorConvertKernels}. */
    static void f16(long a, long aStride, int rows, long b, int depth, long c, long pad) {
        long a1 = a + Math.min(1, rows - 1) * aStride;
        long a2 = a + Math.min(2, rows - 1) * aStride;
        long a3 = a + Math.min(3, rows - 1) * aStride;
        FloatVector c0 = FloatVector.zero(FLOATS);
        FloatVector c1 = FloatVector.zero(FLOATS);
        FloatVector c2 = FloatVector.zero(FLOATS);
        FloatVector c3 = FloatVector.zero(FLOATS);
        for (int k = 0; k < Lanes.whole(depth); k += COUNT) {
            long at = (long) Short.BYTES * k;
            FloatVector v = FloatVector.fromMemorySegment(FLOATS, ALL, b + 2 * at, ORDER);
            IntVector x0 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a + at, ORDER).convertShape(S2I, INTS, 0);
            IntVector m0 = x0.and(0x7FFF);
            IntVector s0 = m0.lanewise(LSHL, 13);
            FloatVector d0 = s0.add(0x38800000).reinterpretAsFloats().sub(0x1p-14f);
            FloatVector f0 = s0.add(0x38000000)
                    .reinterpretAsFloats()
                    .blend(d0, m0.compare(LT, 0x400).cast(FLOATS))
                    .blend(
                            s0.or(0x7F800000).reinterpretAsFloats(),
                            m0.compare(GE, 0x7C00).cast(FLOATS));
            c0 = f0.reinterpretAsInts()
                    .or(x0.and(0x80000000))
                    .reinterpretAsFloats()
                    .fma(v, c0);
            IntVector x1 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a1 + at, ORDER).convertShape(S2I, INTS, 0);
            IntVector m1 = x1.and(0x7FFF);
            IntVector s1 = m1.lanewise(LSHL, 13);
            FloatVector d1 = s1.add(0x38800000).reinterpretAsFloats().sub(0x1p-14f);
            FloatVector f1 = s1.add(0x38000000)
                    .reinterpretAsFloats()
                    .blend(d1, m1.compare(LT, 0x400).cast(FLOATS))
                    .blend(
                            s1.or(0x7F800000).reinterpretAsFloats(),
                            m1.compare(GE, 0x7C00).cast(FLOATS));
            c1 = f1.reinterpretAsInts()
                    .or(x1.and(0x80000000))
                    .reinterpretAsFloats()
                    .fma(v, c1);
            IntVector x2 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a2 + at, ORDER).convertShape(S2I, INTS, 0);
            IntVector m2 = x2.and(0x7FFF);
            IntVector s2 = m2.lanewise(LSHL, 13);
            FloatVector d2 = s2.add(0x38800000).reinterpretAsFloats().sub(0x1p-14f);
            FloatVector f2 = s2.add(0x38000000)
                    .reinterpretAsFloats()
                    .blend(d2, m2.compare(LT, 0x400).cast(FLOATS))
                    .blend(
                            s2.or(0x7F800000).reinterpretAsFloats(),
                            m2.compare(GE, 0x7C00).cast(FLOATS));
            c2 = f2.reinterpretAsInts()
                    .or(x2.and(0x80000000))
                    .reinterpretAsFloats()
                    .fma(v, c2);
            IntVector x3 = (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, ALL, a3 + at, ORDER).convertShape(S2I, INTS, 0);
            IntVector m3 = x3.and(0x7FFF);
            IntVector s3 = m3.lanewise(LSHL, 13);
            FloatVector d3 = s3.add(0x38800000).reinterpretAsFloats().sub(0x1p-14f);
            FloatVector f3 = s3.add(0x38000000)
                    .reinterpretAsFloats()
                    .blend(d3, m3.compare(LT, 0x400).cast(FLOATS))
                    .blend(
                            s3.or(0x7F800000).reinterpretAsFloats(),
                            m3.compare(GE, 0x7C00).cast(FLOATS));
            c3 = f3.reinterpretAsInts()
                    .or(x3.and(0x80000000))
                    .reinterpretAsFloats()
                    .fma(v, c3);
        }
        c0.intoMemorySegment(ALL, pad, ORDER);
        c1.intoMemorySegment(ALL, pad + BYTES, ORDER);
        c2.intoMemorySegment(ALL, pad + 2L * BYTES, ORDER);
        c3.intoMemorySegment(ALL, pad + 3L * BYTES, ORDER);
        for (int i = 0; i < rows; i++) {
            float sum = VectorDots.sumLanes(pad + (long) i * BYTES);
            for (int k = Lanes.whole(depth); k < depth; k++) {
                short bits = ALL.get(SHORT, a + i * aStride + (long) Short.BYTES * k);
                sum = Math.fma(Float.float16ToFloat(bits), readFloat(b + (long) Float.BYTES * k), sum);
            }
            Memory.writeFloat(c + (long) Float.BYTES * i, sum);
        }
    }
}
