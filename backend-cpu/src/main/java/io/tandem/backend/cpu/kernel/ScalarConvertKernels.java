package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.tensor.DType;
import java.lang.foreign.MemorySegment;

/** Conversions one element at a time, block types through their codecs. */
final class ScalarConvertKernels implements ConvertKernels {
    /** Elements that pass through an array at a time; a multiple of every block length. */
    private static final int STAGE = 1024;

    private static final ThreadLocal<float[]> STAGING = ThreadLocal.withInitial(() -> new float[STAGE]);

    @Override
    public void decode(DType type, long source, long target, int count) {
        switch (type) {
            case F32 -> Memory.copy(source, target, (long) Float.BYTES * count);
            case F16 -> decodeF16(source, target, count);
            case BF16 -> decodeBf16(source, target, count);
            default -> decodeThroughCodec(type, source, target, count);
        }
    }

    @Override
    public void encode(DType type, long source, long target, int count) {
        switch (type) {
            case F32 -> Memory.copy(source, target, (long) Float.BYTES * count);
            case F16 -> encodeF16(source, target, count);
            default -> encodeThroughCodec(type, source, target, count);
        }
    }

    static void decodeF16(long source, long target, int count) {
        Halves halves = Halves.ofThread();
        for (int from = 0; from < count; from += Halves.PART) {
            int part = Math.min(Halves.PART, count - from);
            halves.decode(source + (long) Short.BYTES * from, part);
            MemorySegment.copy(halves.values, 0, ALL, Memory.FLOAT, target + (long) Float.BYTES * from, part);
        }
    }

    static void decodeBf16(long source, long target, int count) {
        for (long i = 0; i < count; i++) {
            int bits = ALL.get(Memory.SHORT, source + Short.BYTES * i) << 16;
            writeFloat(target + Float.BYTES * i, Float.intBitsToFloat(bits));
        }
    }

    private static void encodeF16(long source, long target, int count) {
        Halves halves = Halves.ofThread();
        for (int from = 0; from < count; from += Halves.PART) {
            int part = Math.min(Halves.PART, count - from);
            MemorySegment.copy(ALL, Memory.FLOAT, source + (long) Float.BYTES * from, halves.values, 0, part);
            halves.encode(target + (long) Short.BYTES * from, part);
        }
    }

    private static void decodeThroughCodec(DType type, long source, long target, int count) {
        float[] staging = STAGING.get();
        for (int from = 0; from < count; from += STAGE) {
            int part = Math.min(STAGE, count - from);
            type.codec().decode(ALL, source + type.rowBytes(from), staging, 0, part);
            MemorySegment.copy(staging, 0, ALL, Memory.FLOAT, target + (long) Float.BYTES * from, part);
        }
    }

    private static void encodeThroughCodec(DType type, long source, long target, int count) {
        float[] staging = STAGING.get();
        for (int from = 0; from < count; from += STAGE) {
            int part = Math.min(STAGE, count - from);
            MemorySegment.copy(ALL, Memory.FLOAT, source + (long) Float.BYTES * from, staging, 0, part);
            type.codec().encode(staging, 0, ALL, target + type.rowBytes(from), part);
        }
    }
}
