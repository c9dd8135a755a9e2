package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.ConvertKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.tensor.DType;

/** Brings parts of rows of any type and stride into f32 without gaps, and back. Parts are whole numbers of blocks. */
record Staging(ConvertKernels conversions) {
    /**
     * The address of f32 elements {@code from} to {@code from + count} of a row: in the row itself where it is f32 without
     * gaps, else in {@code pad}, which they are written to.
     */
    long read(View view, long row, long from, int count, long pad) {
        if (view.hasPlainRows()) {
            return row + Float.BYTES * from;
        }
        decode(view, row, from, count, pad);
        return pad;
    }

    /** Writes f32 elements {@code from} to {@code from + count} of a row to {@code target}. */
    void decode(View view, long row, long from, int count, long target) {
        DType type = view.type();
        int block = type.blockLength();
        long stride = view.strides().s0();
        long source = row + from / block * stride;
        if (view.layout().hasContiguousRows()) {
            conversions.decode(type, source, target, count);
        } else {
            conversions.gather(type, source, stride, target, count);
        }
    }

    /** Where to compute elements {@code from} on of a row: in the row itself where it is f32 without gaps, else in pad. */
    static long target(View view, long row, long from, long pad) {
        return view.hasPlainRows() ? row + Float.BYTES * from : pad;
    }

    /** Stores what was computed at {@link #target}. */
    void write(View view, long row, long from, int count, long computed) {
        DType type = view.type();
        int block = type.blockLength();
        long stride = view.strides().s0();
        long target = row + from / block * stride;
        if (view.hasPlainRows()) {
            Memory.copy(computed, target, (long) Float.BYTES * count);
        } else if (view.layout().hasContiguousRows()) {
            conversions.encode(type, computed, target, count);
        } else {
            for (int i = 0; i < count; i += block) {
                conversions.encode(type, computed + (long) Float.BYTES * i, target + i / block * stride, block);
            }
        }
    }
}
