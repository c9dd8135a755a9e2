package io.tandem.testkit.fake;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
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
import io.tandem.graph.Node;
import io.tandem.graph.Weight;
import io.tandem.op.MatrixOp;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A handle on a {@link FakeDevice}. */
final class OpenFakeDevice implements Device {
    private final FakeBackend backend;
    private final FakeDevice hardware;
    private final Device delegate;
    private final Set<AutoCloseable> alive = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean useless;

    OpenFakeDevice(FakeBackend backend, FakeDevice hardware, Device delegate) {
        this.backend = backend;
        this.hardware = hardware;
        this.delegate = delegate;
        hardware.ledger().deviceOpened(1);
    }

    @Override
    public DeviceInfo info() {
        return hardware.info();
    }

    @Override
    public MemoryInfo memory() {
        requireUsable();
        return hardware.memory();
    }

    @Override
    public Support supports(Node node) {
        requireOpen();
        Optional<String> refusal = hardware.refusal(node);
        return refusal.isPresent() ? new Support.No(refusal.get()) : delegate.supports(node);
    }

    @Override
    public DeviceBuffer allocate(long bytes, BufferUsage usage) {
        requireUsable();
        long most = info().limits().maxAllocationBytes();
        if (bytes <= 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "Cannot allocate " + bytes + " bytes on " + info().id() + ": 1 to " + most + " are possible");
        }
        return newBuffer(bytes, usage, () -> delegate.allocate(bytes, usage));
    }

    @Override
    public Optional<DeviceBuffer> wrap(MemorySegment segment, BufferUsage usage) {
        requireUsable();
        if (!hostVisible()) {
            return Optional.empty();
        }
        Optional<DeviceBuffer> wrapped = delegate.wrap(segment, usage);
        return wrapped.map(buffer -> newBuffer(segment.byteSize(), usage, () -> buffer));
    }

    private FakeBuffer newBuffer(long bytes, BufferUsage usage, Supplier<DeviceBuffer> source) {
        throwIfPlanned(FakeCall.ALLOCATE);
        hardware.reserve(bytes, usage);
        try {
            return track(new FakeBuffer(this, source.get(), usage));
        } catch (RuntimeException e) {
            hardware.ledger().unreserve(bytes);
            throw e;
        }
    }

    @Override
    public Executable compile(Program program) {
        requireUsable();
        throwIfPlanned(FakeCall.COMPILE);
        program.steps().forEach(step -> requireRunnable(step.node()));
        FakeExecutable executable = new FakeProgram(this, delegate).compile(program);
        hardware.ledger().compiled();
        return track(executable);
    }

    private void requireRunnable(Node node) {
        hardware.buildKernel(node);
        if (supports(node) instanceof Support.No(String reason)) {
            throw hardware.failure(Kind.UNSUPPORTED, "Compiling " + node + " failed", reason);
        }
    }

    @Override
    public CommandQueue newQueue() {
        requireUsable();
        hardware.ledger().queueOpened(1);
        return track(new FakeQueue(this, delegate.newQueue()));
    }

    @Override
    public Optional<WeightLayout> layout(Weight weight, List<Node> uses) {
        requireOpen();
        boolean products = !uses.isEmpty()
                && uses.stream()
                        .allMatch(node -> node.op() instanceof MatrixOp
                                && node.inputs().getFirst().weight() == weight
                                && node.inputs().stream()
                                        .skip(1)
                                        .noneMatch(input -> input.storage().weight() == weight));
        return backend.options().packsWeights && products ? Optional.of(FakeWeightLayout.of(weight)) : Optional.empty();
    }

    @Override
    public boolean canUse(Device peer) {
        return equals(peer)
                || (backend.options().peers && peer instanceof OpenFakeDevice other && other.backend == backend);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            for (AutoCloseable resource : alive) {
                hardware.ledger().abandoned();
                closeQuietly(resource);
            }
            hardware.ledger().deviceOpened(-1);
            backend.releaseDelegate();
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    FakeDevice hardware() {
        return hardware;
    }

    boolean hostVisible() {
        return backend.options().hostVisible;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException(info().id() + " is closed");
        }
    }

    private void requireUsable() {
        requireOpen();
        if (isLost()) {
            throw hardware.lostFailure();
        }
    }

    /** Whether the device is or was lost while this handle was open. */
    boolean isLost() {
        useless |= hardware.isLost();
        return useless;
    }

    private void throwIfPlanned(FakeCall call) {
        Optional<BackendException> fault = hardware.fault(call);
        if (fault.isPresent()) {
            throw hardware.suffered(fault.get());
        }
    }

    /** The delegate's bytes of a slice, which must be of an open buffer of this device or of a peer. */
    BufferSlice delegateSlice(BufferSlice slice) {
        return buffer(slice).delegateSlice(slice);
    }

    FakeBuffer buffer(BufferSlice slice) {
        if (!(slice.buffer() instanceof FakeBuffer buffer) || !canUse(buffer.device())) {
            throw new IllegalArgumentException(
                    "A buffer of " + slice.buffer().device().info().id() + " cannot be used on " + info().id());
        }
        return buffer;
    }

    void forget(AutoCloseable resource) {
        alive.remove(resource);
    }

    private <T extends AutoCloseable> T track(T resource) {
        alive.add(resource);
        return resource;
    }
}
