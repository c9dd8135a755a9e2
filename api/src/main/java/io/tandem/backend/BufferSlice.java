package io.tandem.backend;

import java.util.Objects;

/** A range of bytes in a buffer. */
public record BufferSlice(DeviceBuffer buffer, long offset, long bytes) {
    /** Refuses a range outside the buffer. */
    public BufferSlice {
        Objects.checkFromIndexSize(offset, bytes, buffer.byteSize());
    }
}
