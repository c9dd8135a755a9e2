package io.tandem.testkit.conformance;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.graph.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tensor's memory between bytes that nobody may change. */
final class GuardedMemory implements AutoCloseable {
    private static final byte GUARD = (byte) 0xA5;

    private final DeviceBuffer buffer;
    private final long start;
    private final long bytes;
    private final MemorySegment image;

    /** Memory with the given contents, or with guard bytes where they are null. */
    GuardedMemory(Device device, BufferUsage usage, long bytes, @Nullable MemorySegment contents) {
        this.start = device.info().limits().alignmentBytes();
        this.bytes = bytes;
        this.image = MemorySegment.ofArray(new byte[Math.toIntExact(2 * start + bytes)]);
        image.fill(GUARD);
        if (contents != null) {
            image.asSlice(start, bytes).copyFrom(contents);
        }
        this.buffer = device.allocate(image.byteSize(), usage);
    }

    BufferSlice slice(long offset, long length) {
        return buffer.slice(start + offset, length);
    }

    /** Brings the memory into its first state. */
    void reset(CommandQueue queue) {
        queue.upload(image, buffer.slice(0, image.byteSize()), List.of()).await(Long.MAX_VALUE);
    }

    /** The bytes between the guards as they are now. */
    MemorySegment read(CommandQueue queue) {
        return readAll(queue).asSlice(start, bytes);
    }

    /** Checks that the guards are whole, and the contents too unless they may change. */
    void check(CommandQueue queue, Tensor tensor, boolean mayChange) {
        MemorySegment now = readAll(queue);
        if (mayChange) {
            now.asSlice(start, bytes).copyFrom(image.asSlice(start, bytes));
        }
        long changed = now.mismatch(image);
        if (changed >= 0) {
            throw new AssertionError("Byte " + (changed - start) + " of the memory of " + tensor + " (" + bytes
                    + " bytes) was changed from " + image.get(ValueLayout.JAVA_BYTE, changed) + " to "
                    + now.get(ValueLayout.JAVA_BYTE, changed));
        }
    }

    private MemorySegment readAll(CommandQueue queue) {
        MemorySegment now = MemorySegment.ofArray(new byte[Math.toIntExact(image.byteSize())]);
        queue.download(buffer.slice(0, image.byteSize()), now, List.of()).await(Long.MAX_VALUE);
        return now;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
