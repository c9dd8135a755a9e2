package com.acme.tandem;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A block of memory. */
final class AcmeBuffer implements DeviceBuffer {
    private final AcmeDevice device;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final AtomicBoolean closed = new AtomicBoolean();

    AcmeBuffer(AcmeDevice device, long bytes, long alignment) {
        this.device = device;
        this.memory = arena.allocate(bytes, alignment);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public long byteSize() {
        return memory.byteSize();
    }

    @Override
    public Optional<MemorySegment> hostView() {
        return Optional.empty();
    }

    MemorySegment memory() {
        if (closed.get()) {
            throw new IllegalStateException("A buffer of " + byteSize() + " bytes is closed");
        }
        return memory;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            device.forget(this);
            arena.close();
        }
    }
}
