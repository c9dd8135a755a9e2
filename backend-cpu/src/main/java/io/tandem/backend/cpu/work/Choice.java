package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;

import io.tandem.backend.cpu.kernel.Memory;

/** Elements of one tensor or of another, as a third one says; all of them repeated over the result. */
final class Choice {
    private Choice() {}

    static void add(KernelCall call) {
        View condition = call.input(0);
        View a = call.input(1);
        View b = call.input(2);
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        int size = y.type().blockBytes();
        int conditionSize = condition.type().blockBytes();
        // The sign of a zero does not count.
        int unused = Long.SIZE - Byte.SIZE * conditionSize + (condition.type().isFloat() ? 1 : 0);
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long conditions = condition.repeatedRow(y.shape(), row);
            long left = a.repeatedRow(y.shape(), row);
            long right = b.repeatedRow(y.shape(), row);
            long target = y.row(row);
            for (int i = from; i < from + count; i++) {
                boolean chosen = bits(place(condition, conditions, i), conditionSize) << unused != 0;
                long source = chosen ? place(a, left, i) : place(b, right, i);
                StridedCopy.element(source, target + (long) size * i, size);
            }
        };
        call.add(new ChunkWork(chunk, y.rows(), y.length(), ChunkWork.PLAIN, 2.5, call.threads()));
    }

    private static long place(View view, long row, int i) {
        return row + i % view.length() * view.strides().s0();
    }

    private static long bits(long address, int size) {
        return switch (size) {
            case Byte.BYTES -> ALL.get(Memory.BYTE, address);
            case Short.BYTES -> ALL.get(Memory.SHORT, address);
            case Integer.BYTES -> ALL.get(Memory.INT, address);
            default -> ALL.get(Memory.LONG, address);
        };
    }
}
