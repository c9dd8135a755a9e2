package io.tandem.graph;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;

/** A part of another source. */
record RowRange(WeightSource source, long from, long bytes) implements WeightSource {
    @Override
    public void read(long offset, MemorySegment target) {
        Objects.checkFromIndexSize(offset, target.byteSize(), bytes);
        source.read(from + offset, target);
    }

    @Override
    public Optional<MemorySegment> mapped() {
        return source.mapped().map(segment -> segment.asSlice(from, bytes));
    }
}
