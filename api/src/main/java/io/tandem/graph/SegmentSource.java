package io.tandem.graph;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** A weight source over memory. */
record SegmentSource(MemorySegment segment) implements WeightSource {
    @Override
    public long bytes() {
        return segment.byteSize();
    }

    @Override
    public void read(long offset, MemorySegment target) {
        MemorySegment.copy(segment, offset, target, 0, target.byteSize());
    }

    @Override
    public Optional<MemorySegment> mapped() {
        return segment.isNative() ? Optional.of(segment) : Optional.empty();
    }
}
