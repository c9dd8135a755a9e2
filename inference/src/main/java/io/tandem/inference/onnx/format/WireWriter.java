package io.tandem.inference.onnx.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the fields of one Protocol Buffers message. */
final class WireWriter {
    private static final int LENGTH_DELIMITED = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A field that is an integer. */
    WireWriter integer(int field, long value) {
        varint((long) field << 3);
        return varint(value);
    }

    /** A field that is a text. */
    WireWriter text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A field of bytes. */
    WireWriter bytes(int field, byte[] bytes) {
        varint((long) field << 3 | LENGTH_DELIMITED);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private WireWriter varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
