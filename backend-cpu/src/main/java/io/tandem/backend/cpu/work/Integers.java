package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.tensor.DType;

/** Whole numbers in memory, exact to 64 bits. */
final class Integers {
    private Integers() {}

    static long read(DType type, long address) {
        return switch (type) {
            case I8 -> ALL.get(Memory.BYTE, address);
            case U8 -> Byte.toUnsignedInt(ALL.get(Memory.BYTE, address));
            case BOOL -> ALL.get(Memory.BYTE, address) == 0 ? 0 : 1;
            case I32 -> ALL.get(Memory.INT, address);
            case I64 -> ALL.get(Memory.LONG, address);
            default -> throw new IllegalArgumentException(type + " is no integer type");
        };
    }

    /** Stores a number, or the nearest that the type has. */
    static void write(DType type, long address, long value) {
        switch (type) {
            case I8 -> ALL.set(Memory.BYTE, address, (byte) Math.clamp(value, Byte.MIN_VALUE, Byte.MAX_VALUE));
            case U8 -> ALL.set(Memory.BYTE, address, (byte) Math.clamp(value, 0, 255));
            case BOOL -> ALL.set(Memory.BYTE, address, (byte) (value == 0 ? 0 : 1));
            case I32 -> ALL.set(Memory.INT, address, Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case I64 -> ALL.set(Memory.LONG, address, value);
            default -> throw new IllegalArgumentException(type + " is no integer type");
        }
    }

    /** Converts elements {@code from} to {@code from + count} of a row. */
    static void convert(View source, long sourceRow, View target, long targetRow, int from, int count) {
        for (int i = from; i < from + count; i++) {
            long value = read(source.type(), sourceRow + i * source.strides().s0());
            write(target.type(), targetRow + i * target.strides().s0(), value);
        }
    }
}
