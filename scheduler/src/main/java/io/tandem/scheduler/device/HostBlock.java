package io.tandem.scheduler.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A block of native host memory that grows when more is needed. Contents are lost then. For one thread at a time. */
public final class HostBlock implements AutoCloseable {
    private static final long ALIGNMENT_BYTES = 64;

    private @Nullable Arena arena;
    private MemorySegment segment = MemorySegment.NULL;

    /** The first {@code bytes} bytes. */
    @SuppressWarnings("MustBeClosedChecker") // closed with this block, or when it grows
    public MemorySegment take(long bytes) {
        if (segment.byteSize() < bytes) {
            close();
            Arena larger = Arena.ofShared();
            arena = larger;
            segment = larger.allocate(bytes, ALIGNMENT_BYTES);
        }
        return segment.asSlice(0, bytes);
    }

    /** The bytes that are held. */
    public long bytes() {
        return segment.byteSize();
    }

    @Override
    public void close() {
        Arena old = arena;
        arena = null;
        segment = MemorySegment.NULL;
        if (old != null) {
            old.close();
        }
    }
}
