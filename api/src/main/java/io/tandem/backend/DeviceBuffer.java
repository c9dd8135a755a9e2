package io.tandem.backend;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** A block of a device's memory. It must live until every command that uses it is done. */
public interface DeviceBuffer extends AutoCloseable {
    /** The device that it belongs to. */
    Device device();

    /** Its size. */
    long byteSize();

    /** The same memory as the host sees it, if the host can read and write it in place. Valid until the buffer is closed. */
    Optional<MemorySegment> hostView();

    /** Frees the memory. Idempotent. */
    @Override
    void close();

    /** A part of this buffer. */
    default BufferSlice slice(long offset, long bytes) {
        return new BufferSlice(this, offset, bytes);
    }
}
