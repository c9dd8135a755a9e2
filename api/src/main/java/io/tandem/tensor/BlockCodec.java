package io.tandem.tensor;

import static io.tandem.tensor.ScalarCodecs.BYTE;
import static io.tandem.tensor.ScalarCodecs.SHORT;

import java.lang.foreign.MemorySegment;

/** A type that stores elements in blocks: only reading and writing one block differ. */
interface BlockCodec extends Codec {
    /** The elements of a block. */
    int length();

    /** The bytes of a block. */
    int bytes();

    /** Decodes the block at byte {@code at} to {@code target[to]} and the elements behind it. */
    void decodeBlock(MemorySegment source, long at, float[] target, int to);

    /** Encodes {@code source[from]} and the elements behind it to the block at byte {@code at}. */
    void encodeBlock(float[] source, int from, MemorySegment target, long at);

    @Override
    default void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count) {
        for (int block = 0; block < count / length(); block++) {
            decodeBlock(source, offset + (long) block * bytes(), target, targetIndex + block * length());
        }
    }

    @Override
    default void encode(float[] source, int sourceIndex, MemorySegment target, long offset, int count) {
        for (int block = 0; block < count / length(); block++) {
            encodeBlock(source, sourceIndex + block * length(), target, offset + (long) block * bytes());
        }
    }

    /** The byte at {@code at}, from 0 to 255. */
    static int octet(MemorySegment memory, long at) {
        return Byte.toUnsignedInt(memory.get(BYTE, at));
    }

    /** Sets the byte at {@code at} to the lowest eight bits of {@code value}. */
    static void setOctet(MemorySegment memory, long at, int value) {
        memory.set(BYTE, at, (byte) value);
    }

    /** The {@link DType#F16} at {@code at}. */
    static float half(MemorySegment memory, long at) {
        return Float.float16ToFloat(memory.get(SHORT, at));
    }

    /** Stores {@code value} as an {@link DType#F16} and returns what was stored. */
    static float setHalf(MemorySegment memory, long at, float value) {
        short bits = Float.floatToFloat16(value);
        memory.set(SHORT, at, bits);
        return Float.float16ToFloat(bits);
    }

    /**
     * The nearest whole number, ties to the even one, of a number of less than 2²²; the same arbitrary one as in ggml for
     * others.
     */
    static int nearest(float value) {
        return (Float.floatToRawIntBits(value + 0x1.8p23f) & 0x7fffff) - 0x400000;
    }
}
