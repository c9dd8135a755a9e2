package io.tandem.backend.cpu.kernel;

import io.tandem.tensor.DType;

/** Conversions between stored elements and f32 rows without gaps. Counts are whole numbers of blocks. */
public interface ConvertKernels {
    /** target[i] = the i-th of consecutive elements of the given type. */
    void decode(DType type, long source, long target, int count);

    /** Stores source[i] as consecutive elements of the given type, rounded as the type's codec does. */
    void encode(DType type, long source, long target, int count);

    /** target[i] = the elements that start {@code stride} bytes apart; for block types each start is a whole block. */
    default void gather(DType type, long source, long stride, long target, int count) {
        int block = type.blockLength();
        if (type == DType.F32) {
            for (int i = 0; i < count; i++) {
                Memory.writeFloat(target + (long) Float.BYTES * i, Memory.readFloat(source + i * stride));
            }
            return;
        }
        for (int i = 0; i < count; i += block) {
            decode(type, source + i / block * stride, target + (long) Float.BYTES * i, block);
        }
    }
}
