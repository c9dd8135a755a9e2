package io.tandem.testkit.reference;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Executable;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The host's memory and the caller's thread as a device. */
final class ReferenceDevice implements Device {
    private final DeviceInfo info;
    private final ReferenceKernels kernels;
    private final Set<ReferenceBuffer> buffers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ReferenceDevice(DeviceInfo info, ReferenceKernels kernels) {
        this.info = info;
        this.kernels = kernels;
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public MemoryInfo memory() {
        requireOpen();
        return info.memory();
    }

    @Override
    public Support supports(Node node) {
        requireOpen();
        return kernels.find(node.op()) == null
                ? new Support.No("no kernel for " + node.op().name())
                : Support.YES;
    }

    @Override
    public DeviceBuffer allocate(long bytes, BufferUsage usage) {
        requireOpen();
        long most = info.limits().maxAllocationBytes();
        if (bytes <= 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "Cannot allocate " + bytes + " bytes on " + info.id() + ": 1 to " + most + " are possible");
        }
        try {
            return newBuffer(bytes);
        } catch (OutOfMemoryError e) {
            throw new BackendException(
                    BackendException.Kind.OUT_OF_MEMORY,
                    info.id(),
                    "Allocating " + bytes + " bytes for " + usage + " failed on " + info.id() + ": the host is out of"
                            + " memory. Use a smaller model, or raise -XX:MaxDirectMemorySize",
                    e);
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // the buffer closes it
    private ReferenceBuffer newBuffer(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment memory = arena.allocate(bytes, info.limits().alignmentBytes());
            return track(new ReferenceBuffer(this, memory, arena));
        } catch (OutOfMemoryError e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public Optional<DeviceBuffer> wrap(MemorySegment segment, BufferUsage usage) {
        requireOpen();
        return Optional.of(track(new ReferenceBuffer(this, segment, null)));
    }

    @Override
    public Executable compile(Program program) {
        requireOpen();
        return ReferenceExecutable.of(this, kernels, program);
    }

    @Override
    public CommandQueue newQueue() {
        requireOpen();
        return new ReferenceQueue(this);
    }

    @Override
    public void close() {
        closed = true;
        buffers.forEach(ReferenceBuffer::close);
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(info.id() + " is closed");
        }
    }

    /** The memory of a slice, which must be of an open buffer of this device. */
    MemorySegment memory(BufferSlice slice) {
        if (!(slice.buffer() instanceof ReferenceBuffer buffer) || !canUse(buffer.device())) {
            throw new IllegalArgumentException(
                    "A buffer of " + slice.buffer().device().info().id() + " cannot be used on " + info.id());
        }
        return buffer.memory().asSlice(slice.offset(), slice.bytes());
    }

    void forget(ReferenceBuffer buffer) {
        buffers.remove(buffer);
    }

    private ReferenceBuffer track(ReferenceBuffer buffer) {
        buffers.add(buffer);
        return buffer;
    }
}
