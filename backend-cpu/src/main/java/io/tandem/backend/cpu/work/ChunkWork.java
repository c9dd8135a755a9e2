package io.tandem.backend.cpu.work;

/** Work on rows that are cut into chunks, so that what passes through a thread's own memory stays in the cache. */
final class ChunkWork implements Work {
    /** What is done with a chunk. */
    @FunctionalInterface
    interface Chunk {
        /** Elements {@code from} to {@code from + count} of a row. */
        void run(long row, int from, int count, int slot);
    }

    /** Elements of a chunk that passes through memory of its own: three fit the first-level cache. */
    static final int STAGED = 1024;

    /** Elements of a chunk that is worked on in place. */
    static final int PLAIN = 8192;

    private final Chunk chunk;
    private final int rowLength;
    private final int chunkLength;
    private final int chunksPerRow;
    private final Split split;

    /** Chunks of {@code chunkLength} elements of {@code rows} rows of {@code rowLength}, at a cost per element. */
    ChunkWork(Chunk chunk, long rows, int rowLength, int chunkLength, double nanosPerElement, int threads) {
        this.chunk = chunk;
        this.rowLength = rowLength;
        this.chunkLength = chunkLength;
        this.chunksPerRow = Math.ceilDiv(rowLength, chunkLength);
        double elements = Math.min(rowLength, chunkLength);
        // 20 ns for finding the chunk's place.
        this.split = Split.of(rows * chunksPerRow, 20 + elements * nanosPerElement, threads);
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        long unit = split.from(piece);
        long end = split.to(piece);
        if (unit == end) {
            return;
        }
        long row = unit / chunksPerRow;
        int place = (int) (unit % chunksPerRow);
        for (; unit < end; unit++) {
            int from = place * chunkLength;
            chunk.run(row, from, Math.min(chunkLength, rowLength - from), slot);
            if (++place == chunksPerRow) {
                place = 0;
                row++;
            }
        }
    }
}
