package io.tandem.backend.cpu.work;

/**
 * Equal units of work cut into pieces of consecutive ones. What a unit computes never depends on the cut, so that results
 * are the same for any number of threads.
 */
record Split(long units, int pieces) {
    /** Handing a piece to another thread takes a microsecond or two; a piece is worth several times that. */
    private static final double LEAST_NANOS = 8_000;

    /** More pieces than threads, so that a thread that is held up leaves the rest to the others. */
    private static final int PIECES_PER_THREAD = 6;

    /** Cuts {@code units} units of about {@code nanosEach} for {@code threads} threads. */
    static Split of(long units, double nanosEach, int threads) {
        double worthwhile = units * nanosEach / LEAST_NANOS;
        long most = threads == 1 ? 1 : Math.min(units, (long) threads * PIECES_PER_THREAD);
        return new Split(units, (int) Math.max(1, Math.min(most, (long) worthwhile)));
    }

    long from(int piece) {
        return units * piece / pieces;
    }

    long to(int piece) {
        return units * (piece + 1) / pieces;
    }
}
