package io.tandem.backend.cpu.kernel;

import io.tandem.tensor.DType;

/** Conversions between stored elements and f32 rows without gaps. Counts are whole numbers of blocks. */
public interface ConvertKernels {
    /** target[i] = the i-th of consecutive elements of the given type. */
    void decode(DType type, long source, long target, int count);

    /** Stores source[i] as consecutive elements of the given type, rounded as the type's codec does. */
    void encode(DType type, long source, long target, int count);
}
