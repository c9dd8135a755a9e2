package com.acme.tandem;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Executable;
import io.tandem.backend.MemoryInfo;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The device's memory and programs. */
final class AcmeDevice implements Device {
    private final DeviceInfo info;
    private final Set<AcmeBuffer> buffers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    AcmeDevice(DeviceInfo info) {
        this.info = info;
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
        return AcmeKernels.find(node) == null
                ? new Support.No("no kernel for " + node.op().name() + " of these types")
                : Support.YES;
    }

    @Override
    public DeviceBuffer allocate(long bytes, BufferUsage usage) {
        requireOpen();
        if (bytes <= 0 || bytes > info.limits().maxAllocationBytes()) {
            throw new IllegalArgumentException("Cannot allocate " + bytes + " bytes on " + info.id() + ": 1 to "
                    + info.limits().maxAllocationBytes() + " are possible");
        }
        AcmeBuffer buffer = new AcmeBuffer(this, bytes, info.limits().alignmentBytes());
        buffers.add(buffer);
        return buffer;
    }

    @Override
    public Executable compile(Program program) {
        requireOpen();
        List<Runnable> steps = new ArrayList<>();
        for (Program.Step step : program.steps()) {
            AcmeKernel kernel = AcmeKernels.find(step.node());
            if (kernel == null) {
                throw new BackendException(
                        BackendException.Kind.UNSUPPORTED,
                        info.id(),
                        "Compiling " + program.name() + " failed on " + info.id() + ": no kernel for " + step.node()
                                + ". Run the node on another device");
            }
            List<AcmeTensor> inputs = step.inputs().stream().map(this::bind).toList();
            AcmeTensor output = bind(step.output());
            steps.add(() -> kernel.run(inputs, output));
        }
        return new AcmeProgram(this, steps);
    }

    private AcmeTensor bind(Operand operand) {
        return new AcmeTensor(operand.tensor().layout(), memory(operand.slice()));
    }

    @Override
    public CommandQueue newQueue() {
        requireOpen();
        return new AcmeQueue(this);
    }

    @Override
    public void close() {
        closed = true;
        buffers.forEach(AcmeBuffer::close);
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(info.id() + " is closed");
        }
    }

    MemorySegment memory(BufferSlice slice) {
        if (!(slice.buffer() instanceof AcmeBuffer buffer) || buffer.device() != this) {
            throw new IllegalArgumentException(
                    "A buffer of " + slice.buffer().device().info().id() + " cannot be used on " + info.id());
        }
        return buffer.memory().asSlice(slice.offset(), slice.bytes());
    }

    void forget(AcmeBuffer buffer) {
        buffers.remove(buffer);
    }
}
