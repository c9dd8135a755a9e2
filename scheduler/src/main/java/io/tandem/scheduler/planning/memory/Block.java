package io.tandem.scheduler.planning.memory;

/**
 * A range of an arena.
 *
 * @param chunk the number of the chunk
 * @param offset where it starts
 * @param bytes its length, a multiple of the alignment unless it fills its chunk
 */
record Block(int chunk, long offset, long bytes) {
    /** Where it ends. */
    long end() {
        return offset + bytes;
    }
}
