package io.tandem.inference.onnx.format;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A cursor over the fields of one Protocol Buffers message in memory. Byte fields are slices, never copies. Every
 * length is checked against the message before it is used, so a hostile file gives a {@link WireException} and
 * nothing else.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Protocol Buffers encoding</a>
 */
final class WireReader {
    /** Messages nest this deep at most, as in Protocol Buffers' own readers. */
    private static final int MAX_DEPTH = 100;

    private static final ValueLayout.OfFloat LITTLE_FLOAT = JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final MemorySegment bytes;
    private final int depth;
    private long position;
    private int field;
    private int wireType;

    WireReader(MemorySegment bytes) {
        this(bytes, 0);
    }

    private WireReader(MemorySegment bytes, int depth) {
        this.bytes = bytes;
        this.depth = depth;
    }

    /** Moves to the next field and returns its number, or 0 at the end of the message. */
    int next() {
        if (position == bytes.byteSize()) {
            return 0;
        }
        long tag = readVarint();
        if (tag < 8 || tag > 0xFFFF_FFFFL) {
            throw new WireException("a field has the impossible tag " + Long.toUnsignedString(tag));
        }
        field = (int) (tag >>> 3);
        wireType = (int) tag & 7;
        return field;
    }

    /** Passes over the current field. */
    void skip() {
        switch (wireType) {
            case VARINT -> readVarint();
            case FIXED64 -> take(Long.BYTES);
            case LENGTH_DELIMITED -> slice();
            case FIXED32 -> take(Integer.BYTES);
            default -> throw new WireException("field " + field + " has the unknown wire type " + wireType);
        }
    }

    /** The current field as an integer of up to 64 bits. */
    long integer() {
        expect(VARINT, "an integer");
        return readVarint();
    }

    /** The current field as an integer of 32 bits; wider values are cut as Protocol Buffers cuts them. */
    int integer32() {
        return (int) integer();
    }

    /** The current field as a float. */
    float float32() {
        expect(FIXED32, "a float");
        return bytes.get(LITTLE_FLOAT, take(Float.BYTES));
    }

    /** The current field as UTF-8 text; malformed parts become U+FFFD. */
    String text() {
        MemorySegment slice = slice();
        if (slice.byteSize() > 1 << 20) {
            throw new WireException("field " + field + " is a text of " + slice.byteSize() + " bytes");
        }
        return new String(slice.toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** The current field as bytes: a slice of the message's memory. */
    MemorySegment slice() {
        expect(LENGTH_DELIMITED, "bytes");
        long length = readVarint();
        if (length < 0 || length > bytes.byteSize() - position) {
            throw new WireException("field " + field + " claims " + Long.toUnsignedString(length) + " bytes where "
                    + (bytes.byteSize() - position) + " are left");
        }
        return bytes.asSlice(take(length), length);
    }

    /** The current field as a message. */
    WireReader message() {
        if (depth == MAX_DEPTH) {
            throw new WireException("messages nest more than " + MAX_DEPTH + " deep");
        }
        return new WireReader(slice(), depth + 1);
    }

    /** Whether the current field holds packed values rather than one value. */
    boolean isPacked() {
        return wireType == LENGTH_DELIMITED;
    }

    /** Hands each integer of the current repeated field, packed or single, to the target. */
    void integers(LongSink target) {
        if (!isPacked()) {
            target.accept(integer());
            return;
        }
        WireReader packed = new WireReader(slice(), depth);
        while (packed.position < packed.bytes.byteSize()) {
            target.accept(packed.readVarint());
        }
    }

    /** The bytes of the current repeated field of fixed-width values, packed or single: a slice, little-endian. */
    MemorySegment fixedWidth(int width) {
        if (!isPacked()) {
            expect(width == Float.BYTES ? FIXED32 : FIXED64, "a number of " + width + " bytes");
            return bytes.asSlice(take(width), width);
        }
        MemorySegment slice = slice();
        if (slice.byteSize() % width != 0) {
            throw new WireException(
                    "field " + field + " holds " + slice.byteSize() + " bytes of numbers of " + width + " bytes");
        }
        return slice;
    }

    private void expect(int expected, String what) {
        if (wireType != expected) {
            throw new WireException("field " + field + " should be " + what + " but has wire type " + wireType);
        }
    }

    private long take(long length) {
        if (length > bytes.byteSize() - position) {
            throw new WireException("field " + field + " is cut off after " + (bytes.byteSize() - position) + " of "
                    + length + " bytes");
        }
        long start = position;
        position += length;
        return start;
    }

    private long readVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position == bytes.byteSize()) {
                throw new WireException("an integer is cut off at the end of its message");
            }
            byte part = bytes.get(JAVA_BYTE, position++);
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new WireException("an integer is longer than 10 bytes");
    }

    /** Receives the values of a repeated field. */
    @FunctionalInterface
    interface LongSink {
        void accept(long value);
    }
}
