package io.tandem.inference.onnx.format;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one {@code TensorProto}, wherever of the format's seven places its data lies. */
final class TensorReader {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final ValueLayout.OfShort LITTLE_SHORT = JAVA_SHORT_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfInt LITTLE_INT = JAVA_INT_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfLong LITTLE_LONG = JAVA_LONG_UNALIGNED.withOrder(LITTLE);

    /** Integers written one by one take eight bytes each while they are read; larger tensors use raw data. */
    private static final int MAX_INTEGERS = 1 << 24;

    private static final int EXTERNAL = 1;

    private final ExternalData files;
    private final List<Long> dimensions = new ArrayList<>();
    private final List<MemorySegment> pieces = new ArrayList<>();
    private final List<String> strings = new ArrayList<>();
    private String name = "";
    private int typeCode;
    private long[] integers = new long[0];
    private int integerCount;
    private boolean external;
    private String location = "";
    private long offset;
    private long length = -1;

    private TensorReader(ExternalData files) {
        this.files = files;
    }

    static OnnxTensor read(WireReader in, ExternalData files) {
        TensorReader reader = new TensorReader(files);
        reader.readFields(in);
        return reader.tensor();
    }

    private void readFields(WireReader in) {
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> in.integers(dimensions::add);
                case 2 -> typeCode = in.integer32();
                case 4 -> pieces.add(in.fixedWidth(Float.BYTES));
                case 5, 7, 11 -> in.integers(this::add);
                case 6 -> strings.add(in.text());
                case 8 -> name = in.text();
                case 9 -> pieces.add(in.slice());
                case 10 -> pieces.add(in.fixedWidth(Double.BYTES));
                case 13 -> readExternalEntry(in.message());
                case 14 -> external = in.integer32() == EXTERNAL;
                default -> in.skip();
            }
        }
    }

    private void readExternalEntry(WireReader in) {
        String key = "";
        String value = "";
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> key = in.text();
                case 2 -> value = in.text();
                default -> in.skip();
            }
        }
        switch (key) {
            case "location" -> location = value;
            case "offset" -> offset = parse(key, value);
            case "length" -> length = parse(key, value);
            default -> {} // a checksum, which ONNX declares optional
        }
    }

    private long parse(String key, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException _) {
            throw new WireException("tensor '" + name + "' has the external data " + key + " '" + value + "'");
        }
    }

    private void add(long value) {
        if (integerCount == MAX_INTEGERS) {
            throw new WireException("tensor '" + name + "' lists more than " + MAX_INTEGERS + " integers");
        }
        if (integerCount == integers.length) {
            integers = Arrays.copyOf(integers, Math.max(16, integers.length * 2));
        }
        integers[integerCount++] = value;
    }

    private OnnxTensor tensor() {
        OnnxType type = OnnxType.of(typeCode);
        long elements = elements();
        if (type == OnnxType.STRING) {
            check(strings.size() == elements, strings.size() + " texts");
            return new OnnxTensor(name, List.copyOf(dimensions), type, MemorySegment.NULL, List.copyOf(strings));
        }
        check(type != OnnxType.UNDEFINED, "no element type");
        MemorySegment data = data(type);
        check(data.byteSize() == type.byteSize(elements), data.byteSize() + " bytes of " + type);
        return new OnnxTensor(name, List.copyOf(dimensions), type, data, List.of());
    }

    private long elements() {
        long elements = 1;
        for (long dimension : dimensions) {
            check(dimension >= 0, "a negative dimension");
            check(dimension == 0 || elements <= Long.MAX_VALUE / 128 / dimension, "an impossible size");
            elements *= dimension;
        }
        return elements;
    }

    private MemorySegment data(OnnxType type) {
        if (external) {
            return files.slice(location, offset, length);
        }
        if (integerCount > 0) {
            check(pieces.isEmpty(), "data in two places");
            return narrow(type);
        }
        return pieces.size() == 1 ? pieces.getFirst() : joined();
    }

    private MemorySegment narrow(OnnxType type) {
        int bytes = Math.max(1, type.bits() / Byte.SIZE);
        MemorySegment data = files.arena().allocate((long) bytes * integerCount, Long.BYTES);
        for (int i = 0; i < integerCount; i++) {
            switch (bytes) {
                case 1 -> data.set(JAVA_BYTE, i, (byte) integers[i]);
                case 2 -> data.set(LITTLE_SHORT, i * 2L, (short) integers[i]);
                case 4 -> data.set(LITTLE_INT, i * 4L, (int) integers[i]);
                default -> data.set(LITTLE_LONG, i * (long) bytes, integers[i]);
            }
        }
        return data;
    }

    private MemorySegment joined() {
        long total = pieces.stream().mapToLong(MemorySegment::byteSize).sum();
        MemorySegment data = files.arena().allocate(total, Double.BYTES);
        long position = 0;
        for (MemorySegment piece : pieces) {
            MemorySegment.copy(piece, 0, data, position, piece.byteSize());
            position += piece.byteSize();
        }
        return data;
    }

    private void check(boolean holds, String found) {
        if (!holds) {
            throw new WireException("tensor '" + name + "' of shape " + dimensions + " has " + found);
        }
    }
}
