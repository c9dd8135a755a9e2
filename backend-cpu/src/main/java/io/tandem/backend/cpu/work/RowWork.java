package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.ConvertKernels;

/** Work on whole rows, each brought to f32, computed, and stored in the result's type. */
final class RowWork implements Work {
    /** What is done with a row. */
    @FunctionalInterface
    interface RowFunction {
        /**
         * Computes a row of the result at {@code target} from f32 elements at {@code source}, which may be the same place.
         *
         * @param row the number of the row
         */
        void run(long source, long target, long row, int slot);
    }

    /** A row's share: its place, several kernels, and lines of the cache that another thread wrote. */
    private static final double ROW_NANOS = 250;

    private final View x;
    private final View y;
    private final RowFunction function;
    private final Staging staging;
    private final SlotMemory memory;
    private final Split split;

    private RowWork(View x, View y, RowFunction function, ConvertKernels kernels, SlotMemory memory, Split split) {
        this.x = x;
        this.y = y;
        this.function = function;
        this.staging = new Staging(kernels);
        this.memory = memory;
        this.split = split;
    }

    /** Adds the work of all rows of {@code y}, which has as many as {@code x}. */
    static void add(KernelCall call, View x, View y, double nanosPerElement, RowFunction function) {
        boolean plain = x.hasPlainRows() && y.hasPlainRows();
        long bytes = (long) Float.BYTES * Math.max(x.length(), y.length());
        SlotMemory memory = plain ? new SlotMemory(0, 0) : call.scratchForEachThread(bytes);
        double nanos = ROW_NANOS + x.length() * (plain ? nanosPerElement : nanosPerElement + 0.5);
        Split split = Split.of(y.rows(), nanos, call.threads());
        call.add(new RowWork(x, y, function, call.kernels().conversions(), memory, split));
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long row = split.from(piece); row < split.to(piece); row++) {
            long pad = memory.of(slot);
            long source = staging.read(x, x.row(row), 0, x.length(), pad);
            long to = y.row(row);
            // The row in the thread's own memory serves for the result too: functions may work in place.
            long target = Staging.target(y, to, 0, pad);
            function.run(source, target, row, slot);
            staging.write(y, to, 0, y.length(), target);
        }
    }
}
