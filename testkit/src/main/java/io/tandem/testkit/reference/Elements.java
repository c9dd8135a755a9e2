package io.tandem.testkit.reference;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The elements of a tensor in memory, of any type and strides, read and written as doubles. */
record Elements(TensorLayout layout, MemorySegment memory) {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    DType type() {
        return layout.type();
    }

    Shape shape() {
        return layout.shape();
    }

    /** The byte of the block that holds element (i0, i1, i2, i3). */
    long offset(long i0, long i1, long i2, long i3) {
        Strides strides = layout.strides();
        return i0 / type().blockLength() * strides.s0() + i1 * strides.s1() + i2 * strides.s2() + i3 * strides.s3();
    }

    double get(long i0, long i1, long i2, long i3) {
        long at = offset(i0, i1, i2, i3);
        return switch (type()) {
            case F32 -> memory.get(FLOAT, at);
            case F16 -> Float.float16ToFloat(memory.get(SHORT, at));
            case I8, U8, BOOL, I32, I64 -> getLong(i0, i1, i2, i3);
            default -> decode(at)[(int) (i0 % type().blockLength())];
        };
    }

    /** An element of an integer type. */
    long getLong(long i0, long i1, long i2, long i3) {
        long at = offset(i0, i1, i2, i3);
        return switch (type()) {
            case I8 -> memory.get(BYTE, at);
            case U8 -> Byte.toUnsignedInt(memory.get(BYTE, at));
            case BOOL -> memory.get(BYTE, at) == 0 ? 0 : 1;
            case I32 -> memory.get(INT, at);
            case I64 -> memory.get(LONG, at);
            default -> throw new IllegalStateException(type() + " is not an integer type");
        };
    }

    /** Writes an element of a type that is not quantized. */
    void set(long i0, long i1, long i2, long i3, double value) {
        if (type() == DType.BOOL) {
            setLong(i0, i1, i2, i3, value == 0 ? 0 : 1);
        } else if (type().isInteger()) {
            setLong(i0, i1, i2, i3, (long) value);
        } else if (type() == DType.F32) {
            memory.set(FLOAT, offset(i0, i1, i2, i3), (float) value);
        } else if (type().isFloat()) {
            type().codec().encode(new float[] {(float) value}, 0, memory, offset(i0, i1, i2, i3), 1);
        } else {
            throw new IllegalStateException(type() + " is written in rows");
        }
    }

    /** Writes a whole number to an element of a type that is not quantized; integers saturate. */
    void setLong(long i0, long i1, long i2, long i3, long value) {
        long at = offset(i0, i1, i2, i3);
        switch (type()) {
            case I8 -> memory.set(BYTE, at, (byte) Math.clamp(value, Byte.MIN_VALUE, Byte.MAX_VALUE));
            case U8 -> memory.set(BYTE, at, (byte) Math.clamp(value, 0, 255));
            case BOOL -> memory.set(BYTE, at, (byte) (value == 0 ? 0 : 1));
            case I32 -> memory.set(INT, at, Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case I64 -> memory.set(LONG, at, value);
            default -> type().codec().encode(new float[] {value}, 0, memory, at, 1);
        }
    }

    /** The elements of row (i1, i2, i3). */
    double[] row(long i1, long i2, long i3) {
        int length = Math.toIntExact(shape().d0());
        double[] row = new double[length];
        if (!type().isQuantized()) {
            for (int i = 0; i < length; i++) {
                row[i] = get(i, i1, i2, i3);
            }
            return row;
        }
        for (int from = 0; from < length; from += type().blockLength()) {
            float[] block = decode(offset(from, i1, i2, i3));
            for (int i = 0; i < block.length; i++) {
                row[from + i] = block[i];
            }
        }
        return row;
    }

    /** Writes row (i1, i2, i3), encoded to this type. */
    void setRow(long i1, long i2, long i3, double[] row) {
        if (!type().isQuantized()) {
            for (int i = 0; i < row.length; i++) {
                set(i, i1, i2, i3, row[i]);
            }
            return;
        }
        float[] block = new float[type().blockLength()];
        for (int from = 0; from < row.length; from += block.length) {
            for (int i = 0; i < block.length; i++) {
                block[i] = (float) row[from + i];
            }
            type().codec().encode(block, 0, memory, offset(from, i1, i2, i3), block.length);
        }
    }

    /** Copies the block at {@code sourceOffset} of {@code source} to that of element (i0, i1, i2, i3), bit for bit. */
    void copyBlock(long i0, long i1, long i2, long i3, Elements source, long sourceOffset) {
        MemorySegment.copy(source.memory, sourceOffset, memory, offset(i0, i1, i2, i3), type().blockBytes());
    }

    private float[] decode(long at) {
        float[] block = new float[type().blockLength()];
        type().codec().decode(memory, at, block, 0, block.length);
        return block;
    }

    /** Calls {@code body} for every row of {@code shape}. */
    static void forEachRow(Shape shape, RowBody body) {
        for (long i3 = 0; i3 < shape.d3(); i3++) {
            for (long i2 = 0; i2 < shape.d2(); i2++) {
                for (long i1 = 0; i1 < shape.d1(); i1++) {
                    body.run(i1, i2, i3);
                }
            }
        }
    }

    /** What to do with a row. */
    @FunctionalInterface
    interface RowBody {
        void run(long i1, long i2, long i3);
    }
}
