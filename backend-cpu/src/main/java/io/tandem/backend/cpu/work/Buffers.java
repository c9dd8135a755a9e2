package io.tandem.backend.cpu.work;

/** Chunks of each thread's own for element-wise work: two operands and the result; none where all is worked on in place. */
record Buffers(Staging staging, boolean plain, SlotMemory memory) {
    private static final long CHUNK_BYTES = (long) Float.BYTES * ChunkWork.STAGED;

    static Buffers of(KernelCall call, boolean plain) {
        Staging staging = new Staging(call.kernels().conversions());
        return new Buffers(staging, plain, plain ? new SlotMemory(0, 0) : call.scratchForEachThread(3 * CHUNK_BYTES));
    }

    long pad(int slot, int index) {
        return memory.of(slot) + index * CHUNK_BYTES;
    }

    long read(View view, long row, int from, int count, int slot, int index) {
        return staging.read(view, row, from, count, pad(slot, index));
    }

    long target(View view, long row, int from, int slot) {
        return Staging.target(view, row, from, pad(slot, 2));
    }

    void write(View view, long row, int from, int count, long computed) {
        staging.write(view, row, from, count, computed);
    }

    ChunkWork work(ChunkWork.Chunk chunk, View y, double nanosPerElement, int threads) {
        return new ChunkWork(
                chunk,
                y.rows(),
                y.length(),
                plain ? ChunkWork.PLAIN : ChunkWork.STAGED,
                plain ? nanosPerElement : nanosPerElement + 0.4,
                threads);
    }
}
