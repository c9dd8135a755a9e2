package io.tandem.tensor;

import static io.tandem.tensor.ScalarCodecs.BYTE;
import static io.tandem.tensor.ScalarCodecs.SHORT;

import java.lang.foreign.MemorySegment;

/**
 * Q4_0: an F16 scale d = x / −8 for the x of largest magnitude, then 16 bytes; byte i holds element i in its low and
 * element i + 16 in its high half, as q = min(15, trunc(x / d + 8.5)).
 */
record Q40Codec() implements Codec {
    private static final int LENGTH = 32;
    private static final int BYTES = 18;
    private static final int HALF = LENGTH / 2;

    @Override
    public void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count) {
        for (int block = 0; block < count / LENGTH; block++) {
            long at = offset + (long) block * BYTES;
            int to = targetIndex + block * LENGTH;
            float scale = Float.float16ToFloat(source.get(SHORT, at));
            for (int i = 0; i < HALF; i++) {
                int pair = source.get(BYTE, at + 2 + i);
                target[to + i] = scale * ((pair & 15) - 8);
                target[to + i + HALF] = scale * (((pair >> 4) & 15) - 8);
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
            float value = source[from + i];
            if (Math.abs(value) > Math.abs(largest)) {
                largest = value;
            }
        }
        float scale = largest / -8;
        float inverse = scale == 0 ? 0 : 1 / scale;
        target.set(SHORT, at, Float.floatToFloat16(scale));
        for (int i = 0; i < HALF; i++) {
            int low = quant(source[from + i] * inverse);
            int high = quant(source[from + i + HALF] * inverse);
            target.set(BYTE, at + 2 + i, (byte) (low | high << 4));
        }
    }

    private static int quant(float scaled) {
        return Math.min(15, (int) (scaled + 8.5f));
    }
}
