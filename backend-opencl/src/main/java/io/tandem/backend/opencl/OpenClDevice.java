package io.tandem.backend.opencl;

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
import io.tandem.backend.gpu.DeviceKernels;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.queue.DeviceChild;
import io.tandem.backend.queue.DeviceChildren;
import io.tandem.backend.queue.Gate;
import io.tandem.backend.queue.InOrderQueue;
import io.tandem.graph.Node;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An open OpenCL device: a context with that device alone. */
final class OpenClDevice implements Device {
    private static final Logger LOG = System.getLogger(OpenClDevice.class.getName());

    /** A use of a device is short, so a device in use for longer is not going to be left. */
    private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

    private final DeviceInfo info;
    private final Cl cl;
    private final Gate gate;
    private final DeviceChildren children = new DeviceChildren();
    private final Programs programs;
    private final DeviceKernels kernels;
    private final CommandQueue zeroing;
    private final AtomicBoolean closed = new AtomicBoolean();

    private OpenClDevice(DeviceInfo info, PhysicalDevice physical, Cl cl, @Nullable Path programCache) {
        this.info = info;
        this.cl = cl;
        this.gate = new Gate(info.id());
        this.programs = children.add(
                new Programs(cl, physical, programCache == null ? null : new ProgramStore(cl, programCache, physical)));
        this.kernels = new DeviceKernels(info.id(), physical.traits(programs.takePtx()));
        this.zeroing = newQueue();
    }

    /** Opens a device that {@link OpenClProvider#discover} found. */
    static OpenClDevice open(DeviceInfo info, OpenClOptions options) {
        PhysicalDevice physical = OpenClDevices.find(options)
                .find(info)
                .orElseThrow(() -> new BackendException(
                        Kind.UNAVAILABLE,
                        info.id(),
                        "There is no device " + info
                                + " any more, or these options leave it out. Discover again with the"
                                + " same options."));
        OpenClDevice device = create(info, physical, new Cl(physical, info.id()), options.programCache());
        LOG.log(Level.INFO, "Opened {0} of {1}: {2}", info, physical.platformName(), physical.featureLabels());
        return device;
    }

    private static OpenClDevice create(DeviceInfo info, PhysicalDevice physical, Cl cl, @Nullable Path programCache) {
        try {
            return new OpenClDevice(info, physical, cl, programCache);
        } catch (RuntimeException e) {
            cl.releaseContext();
            throw e;
        }
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    Cl cl() {
        return cl;
    }

    Programs programs() {
        return programs;
    }

    DeviceKernels kernels() {
        return kernels;
    }

    @Override
    public MemoryInfo memory() {
        gate.enter();
        gate.leave();
        return info.memory();
    }

    @Override
    public Support supports(Node node) {
        gate.enter();
        gate.leave();
        return kernels.supports(node);
    }

    @Override
    public DeviceBuffer allocate(long bytes, BufferUsage usage) {
        long most = info.limits().maxAllocationBytes();
        if (bytes <= 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "A buffer of " + bytes + " bytes cannot be on " + info.id() + ", which takes 1 to " + most);
        }
        gate.enter();
        try {
            OpenClBuffer buffer = children.add(new OpenClBuffer(this, bytes));
            try {
                zero(buffer);
                return buffer;
            } catch (RuntimeException e) {
                buffer.close();
                throw e;
            }
        } finally {
            gate.leave();
        }
    }

    /** Also makes drivers that put it off take the memory now, so that too little of it shows here. */
    void zero(OpenClBuffer buffer) {
        synchronized (zeroing) {
            zeroing.fill(buffer.slice(0, buffer.byteSize()), (byte) 0, List.of())
                    .await(Long.MAX_VALUE);
        }
    }

    @Override
    public Executable compile(Program program) {
        gate.enter();
        try {
            kernels.requireAll(program);
            program.steps().forEach(this::check);
            return kernels.compile(program, dispatches -> prepare(program, dispatches), programs::build);
        } finally {
            gate.leave();
        }
    }

    /** Prepares what the steps of a program dispatch. */
    OpenClExecutable prepare(Program program, List<Dispatch> dispatches) {
        return children.add(OpenClExecutable.prepare(this, program, dispatches));
    }

    /** Refuses memory that is not this device's. */
    private void check(Program.Step step) {
        step.inputs().forEach(operand -> check(operand.slice()));
        check(step.output().slice());
        if (step.scratch() != null) {
            check(step.scratch());
        }
    }

    private void check(BufferSlice slice) {
        if (!(slice.buffer() instanceof OpenClBuffer own) || !equals(own.device())) {
            throw new IllegalArgumentException("A tensor's memory is not of " + info.id());
        }
        own.requireOpen();
    }

    @Override
    public CommandQueue newQueue() {
        gate.enter();
        try {
            OpenClQueue driver = new OpenClQueue(this);
            InOrderQueue queue = new InOrderQueue(this, driver);
            children.addQueue(driver, queue);
            return queue;
        } finally {
            gate.leave();
        }
    }

    /** Closes something made on this device. What is left when the device is closed goes with it. */
    void close(DeviceChild child) {
        if (gate.tryEnter()) {
            try {
                if (children.remove(child)) {
                    child.destroy();
                }
            } finally {
                gate.leave();
            }
        }
    }

    @Override
    public void close() {
        boolean left = gate.close(CLOSE_TIMEOUT_MILLIS);
        boolean stopped = children.stopQueues(CLOSE_TIMEOUT_MILLIS) && left;
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (!stopped) {
            LOG.log(Level.WARNING, "{0} is still in use; its memory stays taken until the JVM ends.", info.id());
            return;
        }
        children.destroyAll();
        cl.releaseContext();
    }
}
