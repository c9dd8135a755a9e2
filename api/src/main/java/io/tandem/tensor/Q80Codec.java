package io.tandem.tensor;

import static io.tandem.tensor.ScalarCodecs.BYTE;
import static io.tandem.tensor.ScalarCodecs.SHORT;

import java.lang.foreign.MemorySegment;

/** Q8_0: an F16 scale d = max|x| / 127, then 32 signed bytes q = round(x / d), halves away from zero. */
record Q80Codec() implements Codec {
    private static final int LENGTH = 32;
    private static final int BYTES = 34;

    @Override
    public void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count) {
        for (int block = 0; block < count / LENGTH; block++) {
            long at = offset + (long) block * BYTES;
            float scale = Float.float16ToFloat(source.get(SHORT, at));
            for (int i = 0; i < LENGTH; i++) {
                target[targetIndex + block * LENGTH + i] = scale * source.get(BYTE, at + 2 + i);
            }
        }
    }

    @Override
    public void encode(float[] source, int sourceIndex, MemorySegment target, long offset, int count) {
        for (int block = 0; block < count / LENGTH; block++) {
            encodeBlock(source, sourceIndex + block * LENGTH, target, offset + (long) block * BYTES);
        }
    }

    private static void encodeBlock(float[] source, int from, MemorySegment target, long at) {
        float largest = 0;
        for (int i = 0; i < LENGTH; i++) {
            largest = Math.max(largest, Math.abs(source[from + i]));
        }
        float scale = largest / 127;
        float inverse = scale == 0 ? 0 : 1 / scale;
        target.set(SHORT, at, Float.floatToFloat16(scale));
        for (int i = 0; i < LENGTH; i++) {
            target.set(BYTE, at + 2 + i, (byte) roundHalfAwayFromZero(source[from + i] * inverse));
        }
    }

    private static int roundHalfAwayFromZero(float value) {
        return (int) (value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5));
    }
}
