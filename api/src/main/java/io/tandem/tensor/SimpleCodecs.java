package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.half;
import static io.tandem.tensor.BlockCodec.octet;
import static io.tandem.tensor.BlockCodec.setHalf;
import static io.tandem.tensor.BlockCodec.setOctet;
import static io.tandem.tensor.ScalarCodecs.BYTE;
import static io.tandem.tensor.ScalarCodecs.INT;

import java.lang.foreign.MemorySegment;

/** Blocks of 32 elements with one scale, and a minimum for those types whose name ends with 1. */
final class SimpleCodecs {
    private static final int LENGTH = 32;
    private static final int HALF = LENGTH / 2;

    private SimpleCodecs() {}

    /**
     * An F16 scale d = x / −8 for the x of largest magnitude, then 16 bytes; byte i holds element i in its low and element
     * i + 16 in its high half, as q = min(15, trunc(x / d + 8.5)).
     */
    record Q40() implements BlockCodec {
        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 18;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            for (int i = 0; i < HALF; i++) {
                int pair = octet(source, at + 2 + i);
                target[to + i] = scale * ((pair & 15) - 8);
                target[to + i + HALF] = scale * ((pair >> 4) - 8);
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float scale = largest(source, from) / -8;
            float inverse = inverse(scale);
            setHalf(target, at, scale);
            for (int i = 0; i < HALF; i++) {
                int low = quant(source[from + i] * inverse + 8.5f, 15);
                int high = quant(source[from + i + HALF] * inverse + 8.5f, 15);
                setOctet(target, at + 2 + i, low | high << 4);
            }
        }
    }

    /**
     * An F16 scale d = (max − min) / 15 and an F16 minimum m, then 16 bytes as in Q4_0 of q = min(15, trunc((x − m) / d +
     * 0.5)).
     */
    record Q41() implements BlockCodec {
        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 20;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            float minimum = half(source, at + 2);
            for (int i = 0; i < HALF; i++) {
                int pair = octet(source, at + 4 + i);
                target[to + i] = scale * (pair & 15) + minimum;
                target[to + i + HALF] = scale * (pair >> 4) + minimum;
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float minimum = minimum(source, from);
            float scale = (maximum(source, from) - minimum) / 15;
            float inverse = inverse(scale);
            setHalf(target, at, scale);
            setHalf(target, at + 2, minimum);
            for (int i = 0; i < HALF; i++) {
                int low = quant((source[from + i] - minimum) * inverse + 0.5f, 15);
                int high = quant((source[from + i + HALF] - minimum) * inverse + 0.5f, 15);
                setOctet(target, at + 4 + i, low | high << 4);
            }
        }
    }

    /**
     * An F16 scale d = x / −16 for the x of largest magnitude, an int whose bit i is the fifth bit of element i, and 16
     * bytes of lower bits as in Q4_0, of q = min(31, trunc(x / d + 16.5)).
     */
    record Q50() implements BlockCodec {
        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 22;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            int upper = source.get(INT, at + 2);
            for (int i = 0; i < HALF; i++) {
                int pair = octet(source, at + 6 + i);
                target[to + i] = scale * (fiveBits(pair & 15, upper, i) - 16);
                target[to + i + HALF] = scale * (fiveBits(pair >> 4, upper, i + HALF) - 16);
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float scale = largest(source, from) / -16;
            float inverse = inverse(scale);
            setHalf(target, at, scale);
            int upper = 0;
            for (int i = 0; i < HALF; i++) {
                int low = quant(source[from + i] * inverse + 16.5f, 31);
                int high = quant(source[from + i + HALF] * inverse + 16.5f, 31);
                upper |= low >> 4 << i | high >> 4 << (i + HALF);
                setOctet(target, at + 6 + i, (low & 15) | high << 4);
            }
            target.set(INT, at + 2, upper);
        }
    }

    /**
     * An F16 scale d = (max − min) / 31 and an F16 minimum m, then bits as in Q5_0, of q = min(31, trunc((x − m) / d +
     * 0.5)).
     */
    record Q51() implements BlockCodec {
        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 24;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            float minimum = half(source, at + 2);
            int upper = source.get(INT, at + 4);
            for (int i = 0; i < HALF; i++) {
                int pair = octet(source, at + 8 + i);
                target[to + i] = scale * fiveBits(pair & 15, upper, i) + minimum;
                target[to + i + HALF] = scale * fiveBits(pair >> 4, upper, i + HALF) + minimum;
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float minimum = minimum(source, from);
            float scale = (maximum(source, from) - minimum) / 31;
            float inverse = inverse(scale);
            setHalf(target, at, scale);
            setHalf(target, at + 2, minimum);
            int upper = 0;
            for (int i = 0; i < HALF; i++) {
                int low = quant((source[from + i] - minimum) * inverse + 0.5f, 31);
                int high = quant((source[from + i + HALF] - minimum) * inverse + 0.5f, 31);
                upper |= low >> 4 << i | high >> 4 << (i + HALF);
                setOctet(target, at + 8 + i, (low & 15) | high << 4);
            }
            target.set(INT, at + 4, upper);
        }
    }

    /** An F16 scale d = max|x| / 127, then 32 signed bytes q = round(x / d), halves away from zero. */
    record Q80() implements BlockCodec {
        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 34;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            for (int i = 0; i < LENGTH; i++) {
                target[to + i] = scale * source.get(BYTE, at + 2 + i);
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float largest = 0;
            for (int i = 0; i < LENGTH; i++) {
                largest = Math.max(largest, Math.abs(source[from + i]));
            }
            float scale = largest / 127;
            float inverse = inverse(scale);
            setHalf(target, at, scale);
            for (int i = 0; i < LENGTH; i++) {
                setOctet(target, at + 2 + i, roundHalfAwayFromZero(source[from + i] * inverse));
            }
        }

        private static int roundHalfAwayFromZero(float value) {
            return (int) (value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5));
        }
    }

    /** The first element of largest magnitude. */
    private static float largest(float[] source, int from) {
        float largest = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (Math.abs(source[from + i]) > Math.abs(largest)) {
                largest = source[from + i];
            }
        }
        return largest;
    }

    private static float minimum(float[] source, int from) {
        float minimum = Float.MAX_VALUE;
        for (int i = 0; i < LENGTH; i++) {
            minimum = source[from + i] < minimum ? source[from + i] : minimum;
        }
        return minimum;
    }

    private static float maximum(float[] source, int from) {
        float maximum = -Float.MAX_VALUE;
        for (int i = 0; i < LENGTH; i++) {
            maximum = source[from + i] > maximum ? source[from + i] : maximum;
        }
        return maximum;
    }

    private static float inverse(float scale) {
        return scale == 0 ? 0 : 1 / scale;
    }

    private static int quant(float value, int most) {
        return Math.clamp((int) value, 0, most);
    }

    private static int fiveBits(int lower, int upper, int bit) {
        return lower | (upper >>> bit & 1) << 4;
    }
}
