package com.acme.tandem;

import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Floats in memory, of any strides. */
record AcmeTensor(TensorLayout layout, MemorySegment memory) {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    float get(long i0, long i1, long i2, long i3) {
        return memory.get(FLOAT, offset(i0, i1, i2, i3));
    }

    void set(long i0, long i1, long i2, long i3, float value) {
        memory.set(FLOAT, offset(i0, i1, i2, i3), value);
    }

    private long offset(long i0, long i1, long i2, long i3) {
        Strides strides = layout.strides();
        return i0 * strides.s0() + i1 * strides.s1() + i2 * strides.s2() + i3 * strides.s3();
    }
}
