package io.tandem.graph;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Where a weight's bytes come from: a mapped file, memory, a generator. Safe for any number of threads; the same bytes
 * each time. A source outlives every scheduler that uses it.
 */
public interface WeightSource {
    /** The number of bytes. */
    long bytes();

    /**
     * Fills {@code target} with the bytes that start at {@code offset}.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     * @throws IndexOutOfBoundsException if the range is out of bounds
     */
    void read(long offset, MemorySegment target);

    /** All bytes as memory that may be read without a copy, if they lie in memory anyway. Read-only. */
    default Optional<MemorySegment> mapped() {
        return Optional.empty();
    }

    /**
     * The source of the same matrices with rows and columns exchanged, if this source exchanges them while it reads: who
     * stores matrices in an order of his own may read those where they lie.
     */
    default Optional<WeightSource> transposed() {
        return Optional.empty();
    }

    /**
     * A source that reads from {@code segment}, which must stay alive and unchanged. A native segment is also
     * {@link #mapped()}.
     */
    static WeightSource of(MemorySegment segment) {
        return new SegmentSource(segment.asReadOnly());
    }
}
