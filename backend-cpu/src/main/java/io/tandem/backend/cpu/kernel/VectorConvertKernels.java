package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.INTS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.S2I;

import io.tandem.tensor.DType;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Decoding in whole vectors, for the types that weights come in; the rest is left to the scalar form. */
final class VectorConvertKernels implements ConvertKernels {
    private final ConvertKernels scalar = new ScalarConvertKernels();

    @Override
    public void decode(DType type, long source, long target, int count) {
        if (type.isQuantized() && !Lanes.BLOCKS_FIT) {
            scalar.decode(type, source, target, count);
            return;
        }
        switch (type) {
            case F16 -> decodeF16(source, target, count);
            case BF16 -> decodeBf16(source, target, count);
            case Q4_0 -> VectorSimpleDecoding.q40(source, target, count);
            case Q4_1 -> VectorSimpleDecoding.q41(source, target, count);
            case Q5_0 -> VectorSimpleDecoding.q50(source, target, count);
            case Q5_1 -> VectorSimpleDecoding.q51(source, target, count);
            case Q8_0 -> VectorSimpleDecoding.q80(source, target, count);
            case Q2_K -> VectorGroupDecoding.q2k(source, target, count);
            case Q3_K -> VectorGroupDecoding.q3k(source, target, count);
            case Q4_K -> VectorGroupDecoding.q4k(source, target, count);
            case Q5_K -> VectorGroupDecoding.q5k(source, target, count);
            case Q6_K -> VectorGroupDecoding.q6k(source, target, count);
            case IQ4_NL -> VectorTableDecoding.iq4nl(source, target, count);
            case IQ4_XS -> VectorTableDecoding.iq4xs(source, target, count);
            case MXFP4 -> VectorTableDecoding.mxfp4(source, target, count);
            default -> scalar.decode(type, source, target, count);
        }
    }

    @Override
    public void encode(DType type, long source, long target, int count) {
        scalar.encode(type, source, target, count);
    }

    private static void decodeF16(long source, long target, int count) {
        int whole = Lanes.whole(count);
        FloatVector two = FloatVector.broadcast(FLOATS, 2f);
        FloatVector one = FloatVector.broadcast(FLOATS, -0x1p-14f);
        for (int i = 0; i < whole; i += COUNT) {
            IntVector wide =
                    (IntVector) ShortVector.fromMemorySegment(Lanes.SHORTS, ALL, source + (long) Short.BYTES * i, ORDER)
                            .convertShape(S2I, INTS, 0);
            IntVector magnitude = wide.and(0x7FFF);
            // The exponent's bias grows from 15 to 127, the exponent of infinities and NaN by as much again.
            IntVector bits = magnitude.lanewise(LSHL, 13).add(0x38000000);
            bits = bits.add(0x38000000, magnitude.compare(GE, 0x7C00));
            // Denormals got a leading one: (1 + m/1024)·2⁻¹⁵ becomes m·2⁻²⁴. A multiplication of the bare bits by
            // 2¹¹² would do for them, too, but takes 150 cycles for each denormal.
            FloatVector value = bits.reinterpretAsFloats()
                    .lanewise(FMA, two, one, magnitude.compare(LT, 0x400).cast(FLOATS));
            value.reinterpretAsInts()
                    .or(wide.and(0x80000000))
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, target + (long) Float.BYTES * i, ORDER);
        }
        ScalarConvertKernels.decodeF16(
                source + (long) Short.BYTES * whole, target + (long) Float.BYTES * whole, count - whole);
    }

    private static void decodeBf16(long source, long target, int count) {
        int whole = Lanes.whole(count);
        for (int i = 0; i < whole; i += COUNT) {
            IntVector wide =
                    (IntVector) ShortVector.fromMemorySegment(Lanes.SHORTS, ALL, source + (long) Short.BYTES * i, ORDER)
                            .convertShape(S2I, INTS, 0);
            wide.lanewise(LSHL, 16)
                    .reinterpretAsFloats()
                    .intoMemorySegment(ALL, target + (long) Float.BYTES * i, ORDER);
        }
        ScalarConvertKernels.decodeBf16(
                source + (long) Short.BYTES * whole, target + (long) Float.BYTES * whole, count - whole);
    }
}
