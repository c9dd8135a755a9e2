package io.tandem.backend.queue;

/** Hands out pieces of staging memory one after the other and takes them back in the same order. */
final class StagingRing {
    /** Pieces start at multiples of this, which suits every DMA engine. */
    private static final long ALIGNMENT_BYTES = 256;

    /** With four pieces under way, host and device both have something to do. */
    private static final int PIECES = 4;

    private final long capacity;

    /** Positions count on for ever; a position modulo the capacity is an offset. */
    private long head;

    private long tail;

    StagingRing(long bytes) {
        capacity = bytes / (PIECES * ALIGNMENT_BYTES) * (PIECES * ALIGNMENT_BYTES);
        if (capacity <= 0) {
            throw new IllegalArgumentException("Staging memory of " + bytes + " bytes is too small");
        }
    }

    /** The largest piece. */
    long largestPiece() {
        return capacity / PIECES;
    }

    /**
     * Takes a piece.
     *
     * @return its position, or -1 if there is no room until older pieces are back
     */
    long take(long bytes) {
        long size = size(bytes);
        long left = capacity - head % capacity;
        long start = size <= left ? head : head + left;
        if (start + size - tail > capacity) {
            return -1;
        }
        head = start + size;
        return start;
    }

    /** Gives back a piece and all that were taken before it. */
    void giveBack(long position, long bytes) {
        tail = position + size(bytes);
        if (tail == head) {
            head = 0;
            tail = 0;
        }
    }

    long offset(long position) {
        return position % capacity;
    }

    private static long size(long bytes) {
        return (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }
}
