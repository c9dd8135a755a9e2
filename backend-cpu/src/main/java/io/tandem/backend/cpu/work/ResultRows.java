package io.tandem.backend.cpu.work;

/** Work that computes each row of the result by itself, from operands that it finds its own way in. */
final class ResultRows implements Work {
    /** What makes a row. */
    @FunctionalInterface
    interface RowSource {
        /** Writes f32 elements of a row of the result to {@code target}. */
        void write(long row, long target, int slot);
    }

    private final View y;
    private final RowSource source;
    private final Staging staging;
    private final SlotMemory memory;
    private final Split split;

    private ResultRows(KernelCall call, View y, double nanosPerRow, RowSource source) {
        this.y = y;
        this.source = source;
        this.staging = new Staging(call.kernels().conversions());
        this.memory = call.scratchForEachThread(y.hasPlainRows() ? 0 : (long) Float.BYTES * y.length());
        this.split = Split.of(y.rows(), 30 + nanosPerRow, call.threads());
    }

    /** Adds the work of all rows of {@code y}. */
    static void add(KernelCall call, View y, double nanosPerRow, RowSource source) {
        call.add(new ResultRows(call, y, nanosPerRow, source));
    }

    /** The view if it is f32 without gaps, else a copy of that kind, which a work of its own makes. */
    static View packed(KernelCall call, View view) {
        if (view.isPlain()) {
            return view;
        }
        return MatrixProducts.copied(call, view);
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long row = split.from(piece); row < split.to(piece); row++) {
            long to = y.row(row);
            long target = Staging.target(y, to, 0, memory.of(slot));
            source.write(row, target, slot);
            staging.write(y, to, 0, y.length(), target);
        }
    }
}
