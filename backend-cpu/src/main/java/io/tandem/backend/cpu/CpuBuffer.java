package io.tandem.backend.cpu;

import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Memory outside the heap: a block of its own, or somebody else's where {@code arena} is null. */
final class CpuBuffer implements DeviceBuffer {
    private final CpuDevice device;
    private final MemorySegment memory;
    private final @Nullable Arena arena;
    private final AtomicBoolean closed = new AtomicBoolean();

    CpuBuffer(CpuDevice device, MemorySegment memory, @Nullable Arena arena) {
        this.device = device;
        this.memory = memory;
        this.arena = arena;
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
        return Optional.of(memory());
    }

    /** The memory, as long as the buffer is open. */
    MemorySegment memory() {
        requireOpen();
        return memory;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException(
                    "A buffer of " + byteSize() + " bytes on " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            device.forget(this);
            if (arena != null) {
                arena.close();
            }
        }
    }
}
