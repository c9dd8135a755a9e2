package io.tandem.backend.cpu;

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
import io.tandem.backend.WeightLayout;
import io.tandem.backend.cpu.kernel.KernelSet;
import io.tandem.backend.cpu.work.KernelCall;
import io.tandem.backend.cpu.work.KernelTable;
import io.tandem.backend.cpu.work.PanelLayout;
import io.tandem.backend.cpu.work.View;
import io.tandem.backend.cpu.work.WorkerPool;
import io.tandem.graph.Node;
import io.tandem.graph.Weight;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The host's memory and a pool of threads. */
final class CpuDevice implements Device {
    private static final System.Logger LOGGER = System.getLogger(CpuDevice.class.getName());

    private final DeviceInfo info;
    private final KernelSet kernels;
    private final KernelTable table = KernelTable.create();
    private final WorkerPool pool;
    private final Set<CpuBuffer> buffers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    CpuDevice(DeviceInfo info, CpuOptions options) {
        this.info = info;
        this.kernels = choose(info, options);
        this.pool = new WorkerPool(options.threads());
        LOGGER.log(
                System.Logger.Level.INFO,
                "Opened {0}: {1} kernels, {2} threads",
                info,
                kernels.name(),
                String.valueOf(options.threads()));
    }

    private static KernelSet choose(DeviceInfo info, CpuOptions options) {
        if (options.usesVectors()) {
            CompilerDirectives.applyOnce();
            return KernelSet.vector();
        }
        switch (options.kernels()) {
            case SCALAR -> {}
            case AUTO ->
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "{0} runs scalar kernels, about half as fast as vectors, because {1}",
                        info.id(),
                        KernelSet.vectorsAvailable()
                                ? "the processor has no fused multiply-add (FMA), or the JVM was started with"
                                        + " -XX:-UseFMA"
                                : "the JVM was started without the Vector API. Add --add-modules jdk.incubator.vector to"
                                        + " its flags");
            case VECTOR ->
                throw new BackendException(
                        BackendException.Kind.UNAVAILABLE,
                        info.id(),
                        "Opening " + info.id() + " with vector kernels failed: the JVM was started without the Vector"
                                + " API. Add --add-modules jdk.incubator.vector to its flags");
        }
        return KernelSet.scalar();
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public MemoryInfo memory() {
        requireOpen();
        return HostMemory.now();
    }

    @Override
    public Support supports(Node node) {
        requireOpen();
        List<View> inputs = node.inputs().stream()
                .map(tensor -> new View(tensor.layout(), 0))
                .toList();
        KernelCall call = prepare(node, inputs, new View(node.output().layout(), 0), 0);
        String refusal = call.refusal();
        return refusal != null ? new Support.No(refusal) : new Support.Yes(call.scratchBytes());
    }

    /** The works of a node, or why there are none. */
    KernelCall prepare(Node node, List<View> inputs, View output, long scratch) {
        KernelCall call = new KernelCall(kernels, pool.threads(), inputs, output, scratch);
        table.prepare(node.op(), call);
        return call;
    }

    @Override
    public DeviceBuffer allocate(long bytes, BufferUsage usage) {
        requireOpen();
        long most = info.limits().maxAllocationBytes();
        if (bytes <= 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "Cannot allocate " + bytes + " bytes on " + info.id() + ": 1 to " + most + " are possible");
        }
        // The system would hand out more than it has, and end the process when the memory is touched.
        long free = HostMemory.now().freeBytes().orElse(most);
        if (bytes > free) {
            throw outOfMemory(bytes, usage, free + " bytes are free", null);
        }
        try {
            return newBuffer(bytes);
        } catch (OutOfMemoryError e) {
            throw outOfMemory(bytes, usage, String.valueOf(e.getMessage()), e);
        }
    }

    private BackendException outOfMemory(
            long bytes, BufferUsage usage, String facts, @org.jspecify.annotations.Nullable Throwable cause) {
        return new BackendException(
                BackendException.Kind.OUT_OF_MEMORY,
                info.id(),
                "Allocating " + bytes + " bytes for " + usage + " failed on " + info.id() + ": " + facts
                        + ". Use a smaller model or a machine with more memory",
                cause);
    }

    @SuppressWarnings("MustBeClosedChecker") // the buffer closes it
    private CpuBuffer newBuffer(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return track(new CpuBuffer(this, arena.allocate(bytes, info.limits().alignmentBytes()), arena));
        } catch (OutOfMemoryError e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public Optional<DeviceBuffer> wrap(MemorySegment segment, BufferUsage usage) {
        requireOpen();
        if (!segment.isNative()) {
            return Optional.empty();
        }
        long alignment = info.limits().wrapAlignmentBytes();
        if (segment.address() % alignment != 0 || segment.byteSize() % alignment != 0) {
            throw new IllegalArgumentException("Cannot wrap " + segment.byteSize() + " bytes at " + segment.address()
                    + " on " + info.id() + ": both must be multiples of " + alignment);
        }
        return Optional.of(track(new CpuBuffer(this, segment, null)));
    }

    @Override
    public Optional<WeightLayout> layout(Weight weight, List<Node> uses) {
        requireOpen();
        return PanelLayout.of(kernels, weight, uses).map(panels -> panels);
    }

    @Override
    public Executable compile(Program program) {
        requireOpen();
        if (kernels.isVector()) {
            CompilerDirectives.await();
        }
        return CpuExecutable.of(this, program);
    }

    @Override
    public CommandQueue newQueue() {
        requireOpen();
        return new CpuQueue(this);
    }

    @Override
    public void close() {
        closed = true;
        pool.close();
        buffers.forEach(CpuBuffer::close);
    }

    WorkerPool pool() {
        return pool;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(info.id() + " is closed");
        }
    }

    /** The memory of a slice, which must be of an open buffer of this device. */
    MemorySegment memory(BufferSlice slice) {
        if (!(slice.buffer() instanceof CpuBuffer buffer) || !canUse(buffer.device())) {
            throw new IllegalArgumentException(
                    "A buffer of " + slice.buffer().device().info().id() + " cannot be used on " + info.id());
        }
        return buffer.memory().asSlice(slice.offset(), slice.bytes());
    }

    void forget(CpuBuffer buffer) {
        buffers.remove(buffer);
    }

    private CpuBuffer track(CpuBuffer buffer) {
        buffers.add(buffer);
        return buffer;
    }
}
