package io.tandem.tensor;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The codecs of the types that store each element by itself. */
final class ScalarCodecs {
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private ScalarCodecs() {}

    /** A type of one element a block: only reading and writing one element differ. */
    interface Scalar extends Codec {
        int bytes();

        float get(MemorySegment source, long offset);

        void set(MemorySegment target, long offset, float value);

        @Override
        default void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count) {
            for (int i = 0; i < count; i++) {
                target[targetIndex + i] = get(source, offset + (long) i * bytes());
            }
        }

        @Override
        default void encode(float[] source, int sourceIndex, MemorySegment target, long offset, int count) {
            for (int i = 0; i < count; i++) {
                set(target, offset + (long) i * bytes(), source[sourceIndex + i]);
            }
        }
    }

    record F32() implements Codec {
        @Override
        public void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count) {
            MemorySegment.copy(source, FLOAT, offset, target, targetIndex, count);
        }

        @Override
        public void encode(float[] source, int sourceIndex, MemorySegment target, long offset, int count) {
            MemorySegment.copy(source, sourceIndex, target, FLOAT, offset, count);
        }
    }

    record F16() implements Scalar {
        @Override
        public int bytes() {
            return Short.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return Float.float16ToFloat(source.get(SHORT, offset));
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(SHORT, offset, Float.floatToFloat16(value));
        }
    }

    record BF16() implements Scalar {
        @Override
        public int bytes() {
            return Short.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return Float.intBitsToFloat(source.get(SHORT, offset) << 16);
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(SHORT, offset, round(value));
        }

        /** Rounds to nearest, ties to even; NaN stays a (quiet) NaN. */
        private static short round(float value) {
            int bits = Float.floatToRawIntBits(value);
            if (Float.isNaN(value)) {
                return (short) ((bits >>> 16) | 64);
            }
            return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
        }
    }

    record I8() implements Scalar {
        @Override
        public int bytes() {
            return Byte.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return source.get(BYTE, offset);
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(BYTE, offset, (byte) Math.clamp((long) value, Byte.MIN_VALUE, Byte.MAX_VALUE));
        }
    }

    record U8() implements Scalar {
        @Override
        public int bytes() {
            return Byte.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return Byte.toUnsignedInt(source.get(BYTE, offset));
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(BYTE, offset, (byte) Math.clamp((long) value, 0, 255));
        }
    }

    record Bool() implements Scalar {
        @Override
        public int bytes() {
            return Byte.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return source.get(BYTE, offset) == 0 ? 0 : 1;
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(BYTE, offset, (byte) (value == 0 ? 0 : 1));
        }
    }

    record I32() implements Scalar {
        @Override
        public int bytes() {
            return Integer.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return source.get(INT, offset);
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(INT, offset, (int) value);
        }
    }

    record I64() implements Scalar {
        @Override
        public int bytes() {
            return Long.BYTES;
        }

        @Override
        public float get(MemorySegment source, long offset) {
            return source.get(LONG, offset);
        }

        @Override
        public void set(MemorySegment target, long offset, float value) {
            target.set(LONG, offset, (long) value);
        }
    }
}
