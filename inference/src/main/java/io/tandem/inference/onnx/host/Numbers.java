package io.tandem.inference.onnx.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.tandem.inference.onnx.format.OnnxType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** How the elements of each type become cells of a {@link HostTensor}, and back. */
final class Numbers {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE);
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE);

    private Numbers() {}

    static boolean isReal(OnnxType type) {
        return switch (type) {
            case FLOAT, DOUBLE, FLOAT16, BFLOAT16 -> true;
            default -> false;
        };
    }

    static boolean isReadable(OnnxType type) {
        return switch (type) {
            case INT64, UINT64, INT32, UINT32, INT16, UINT16, INT8, UINT8, BOOL -> true;
            default -> isReal(type);
        };
    }

    /** An integer cell as a real number. */
    static double toReal(OnnxType type, long cell) {
        return type == OnnxType.UINT64 && cell < 0 ? (cell >>> 1) * 2.0 + (cell & 1) : cell;
    }

    /** The cell of a real number in a type: rounded to a real type, cut towards zero and saturated to an integer one. */
    static long ofReal(OnnxType type, double value) {
        return switch (type) {
            case FLOAT -> Double.doubleToRawLongBits((float) value);
            case FLOAT16 -> Double.doubleToRawLongBits(Float.float16ToFloat(Float.floatToFloat16((float) value)));
            case BFLOAT16 -> Double.doubleToRawLongBits(bfloat16((float) value));
            case DOUBLE -> Double.doubleToRawLongBits(value);
            case BOOL -> value == 0 ? 0 : 1;
            default -> ofInteger(type, (long) value);
        };
    }

    /** The cell of an integer in a type; integers wrap around at the type's width. */
    static long ofInteger(OnnxType type, long value) {
        return switch (type) {
            case INT64, UINT64 -> value;
            case INT32 -> (int) value;
            case UINT32 -> value & 0xFFFF_FFFFL;
            case INT16 -> (short) value;
            case UINT16 -> value & 0xFFFF;
            case INT8 -> (byte) value;
            case UINT8 -> value & 0xFF;
            case BOOL -> value == 0 ? 0 : 1;
            case FLOAT, DOUBLE, FLOAT16, BFLOAT16 -> ofReal(type, (double) value);
            default -> throw Refusal.unsupported("constants of " + type + " cannot be computed with");
        };
    }

    private static float bfloat16(float value) {
        if (Float.isNaN(value)) {
            return value;
        }
        int bits = Float.floatToRawIntBits(value);
        int rounded = bits + 0x7FFF + ((bits >>> 16) & 1); // to nearest, ties to even
        return Float.intBitsToFloat(rounded & 0xFFFF_0000);
    }

    static void decode(OnnxType type, MemorySegment data, long[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = read(type, data, i);
        }
    }

    /** The cell of element {@code i}. */
    static long read(OnnxType type, MemorySegment data, long i) {
        return switch (type) {
            case FLOAT -> Double.doubleToRawLongBits(data.get(FLOAT, i * 4));
            case DOUBLE -> Double.doubleToRawLongBits(data.get(DOUBLE, i * 8));
            case FLOAT16 -> Double.doubleToRawLongBits(Float.float16ToFloat(data.get(SHORT, i * 2)));
            case BFLOAT16 -> Double.doubleToRawLongBits(Float.intBitsToFloat(data.get(SHORT, i * 2) << 16));
            case INT64, UINT64 -> data.get(LONG, i * 8);
            case INT32 -> data.get(INT, i * 4);
            case UINT32 -> data.get(INT, i * 4) & 0xFFFF_FFFFL;
            case INT16 -> data.get(SHORT, i * 2);
            case UINT16 -> data.get(SHORT, i * 2) & 0xFFFF;
            case INT8 -> data.get(JAVA_BYTE, i);
            case UINT8 -> data.get(JAVA_BYTE, i) & 0xFF;
            case BOOL -> data.get(JAVA_BYTE, i) == 0 ? 0 : 1;
            default -> throw Refusal.unsupported("constants of " + type + " cannot be computed with");
        };
    }

    static MemorySegment encode(OnnxType type, long[] cells) {
        MemorySegment data = allocate(type, cells.length);
        for (int i = 0; i < cells.length; i++) {
            write(type, data, i, cells[i]);
        }
        return data;
    }

    /** Room for so many elements: an array of longs keeps each of them aligned. */
    static MemorySegment allocate(OnnxType type, long elements) {
        long bytes = type.byteSize(elements);
        return MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES))])
                .asSlice(0, bytes);
    }

    /** Sets element {@code i} to a cell. */
    static void write(OnnxType type, MemorySegment data, long i, long cell) {
        double real = Double.longBitsToDouble(cell);
        switch (type) {
            case FLOAT -> data.set(FLOAT, i * 4, (float) real);
            case DOUBLE -> data.set(DOUBLE, i * 8, real);
            case FLOAT16 -> data.set(SHORT, i * 2, Float.floatToFloat16((float) real));
            case BFLOAT16 -> data.set(SHORT, i * 2, (short) (Float.floatToRawIntBits(bfloat16((float) real)) >>> 16));
            case INT64, UINT64 -> data.set(LONG, i * 8, cell);
            case INT32, UINT32 -> data.set(INT, i * 4, (int) cell);
            case INT16, UINT16 -> data.set(SHORT, i * 2, (short) cell);
            case INT8, UINT8, BOOL -> data.set(JAVA_BYTE, i, (byte) cell);
            default -> throw Refusal.unsupported("constants of " + type + " cannot be computed with");
        }
    }

    /** A cell of one type as that of another. */
    static long convert(OnnxType from, OnnxType to, long cell) {
        if (isReal(from)) {
            return ofReal(to, Double.longBitsToDouble(cell));
        }
        return isReal(to) ? ofReal(to, toReal(from, cell)) : ofInteger(to, cell);
    }
}
