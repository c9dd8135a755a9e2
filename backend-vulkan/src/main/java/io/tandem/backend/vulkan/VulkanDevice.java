package io.tandem.backend.vulkan;

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
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open Vulkan device. */
final class VulkanDevice implements Device, VulkanOwner.Closing {
    private static final Logger LOG = System.getLogger(VulkanDevice.class.getName());

    /** A use of a device is short, so a device in use for longer is not going to be left. */
    private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

    private final DeviceInfo info;
    private final PhysicalDevice physical;
    private final Vk vk;
    private final Gate gate;
    private final DeviceChildren children = new DeviceChildren();
    private final SubmitQueue compute;
    private final SubmitQueue transfer;
    private final Timelines timelines;
    private final Fills fills;
    private final Pipelines pipelines;
    private final DeviceKernels kernels;
    private final CommandQueue writing;

    private VulkanDevice(DeviceInfo info, PhysicalDevice physical, Vk vk, @Nullable Path pipelineCache) {
        this.info = info;
        this.physical = physical;
        this.vk = vk;
        this.gate = new Gate(info.id());
        QueueFamilies families = physical.queues();
        this.compute = new SubmitQueue(vk, families.compute(), 0);
        this.transfer = families.hasTransferQueue()
                ? new SubmitQueue(vk, families.transfer(), families.transferIndex())
                : compute;
        this.timelines = children.add(new Timelines(vk));
        this.fills = children.add(new Fills(this));
        this.pipelines = children.add(new Pipelines(
                vk, physical.compute(), pipelineCache == null ? null : physical.pipelineFile(pipelineCache)));
        this.kernels = new DeviceKernels(info.id(), physical.traits());
        this.writing = newQueue();
    }

    /** Opens a device that {@link VulkanProvider#discover} found. */
    static VulkanDevice open(DeviceInfo info, VulkanOptions options) {
        VulkanOwner owner = VulkanOwner.process();
        return owner.call(() -> {
            PhysicalDevice physical = VulkanDevices.find(options)
                    .find(info)
                    .orElseThrow(() -> new BackendException(
                            Kind.UNAVAILABLE,
                            info.id(),
                            "There is no device " + info
                                    + " any more, or these options leave it out. Discover again with"
                                    + " the same options."));
            Vk vk = new Vk(DeviceCreation.create(physical, info.id()), info.id());
            VulkanDevice device = create(info, physical, vk, options.pipelineCache());
            owner.opened(device);
            LOG.log(Level.INFO, "Opened {0} with {1}: {2}", info, physical.driver(), physical.featureLabels());
            return device;
        });
    }

    private static VulkanDevice create(DeviceInfo info, PhysicalDevice physical, Vk vk, @Nullable Path pipelineCache) {
        try {
            return new VulkanDevice(info, physical, vk, pipelineCache);
        } catch (RuntimeException e) {
            vk.destroyDevice();
            throw e;
        }
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    PhysicalDevice physical() {
        return physical;
    }

    Vk vk() {
        return vk;
    }

    SubmitQueue compute() {
        return compute;
    }

    SubmitQueue transfer() {
        return transfer;
    }

    Timelines timelines() {
        return timelines;
    }

    Fills fills() {
        return fills;
    }

    Pipelines pipelines() {
        return pipelines;
    }

    DeviceKernels kernels() {
        return kernels;
    }

    @Override
    public MemoryInfo memory() {
        gate.enter();
        try {
            return physical.memoryNow();
        } finally {
            gate.leave();
        }
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
            VulkanBuffer buffer = children.add(VulkanBuffer.forKernels(this, bytes));
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

    private void zero(VulkanBuffer buffer) {
        if (buffer.hostView().isPresent()) {
            buffer.hostView().get().fill((byte) 0);
        } else {
            synchronized (writing) {
                writing.fill(buffer.slice(0, buffer.byteSize()), (byte) 0, List.of())
                        .await(Long.MAX_VALUE);
            }
        }
    }

    /** Sets all bytes of a buffer, which no command uses yet. */
    void write(VulkanBuffer buffer, MemorySegment bytes) {
        if (buffer.hostView().isPresent()) {
            buffer.hostView().get().copyFrom(bytes);
        } else {
            synchronized (writing) {
                writing.upload(bytes, buffer.slice(0, buffer.byteSize()), List.of())
                        .await(Long.MAX_VALUE);
            }
        }
    }

    @Override
    public Executable compile(Program program) {
        gate.enter();
        try {
            kernels.requireAll(program);
            program.steps().forEach(this::check);
            return kernels.compile(
                    program, dispatches -> record(program, dispatches), dispatch -> pipelines.get(dispatch.kernel()));
        } finally {
            gate.leave();
        }
    }

    /** Prepares what the steps of a program dispatch. */
    VulkanExecutable record(Program program, List<Dispatch> dispatches) {
        return children.add(VulkanExecutable.record(this, program, dispatches));
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
        if (!(slice.buffer() instanceof VulkanBuffer own) || !equals(own.device())) {
            throw new IllegalArgumentException("A tensor's memory is not of " + info.id());
        }
        own.requireOpen();
    }

    @Override
    public CommandQueue newQueue() {
        gate.enter();
        try {
            VulkanQueue driver = new VulkanQueue(this);
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
                    if (vk.isLost()) {
                        // Its commands count as failed, but the device may not have stopped yet.
                        vk.waitIdle();
                    }
                    child.destroy();
                }
            } finally {
                gate.leave();
            }
        }
    }

    @Override
    public void close() {
        VulkanOwner owner = VulkanOwner.process();
        boolean stopped = stop(CLOSE_TIMEOUT_MILLIS);
        owner.call(() -> {
            if (owner.closed(this)) {
                destroy(stopped);
            }
            return null;
        });
    }

    @Override
    public boolean closeAtExit(long timeoutMillis) {
        boolean stopped = stop(timeoutMillis);
        destroy(stopped);
        return stopped;
    }

    /** Keeps all threads out; false if some were still in after that time. */
    private boolean stop(long timeoutMillis) {
        boolean left = gate.close(timeoutMillis);
        return children.stopQueues(timeoutMillis) && left;
    }

    private void destroy(boolean stopped) {
        if (!stopped) {
            LOG.log(Level.WARNING, "{0} is still in use; its memory stays taken until the JVM ends.", info.id());
            return;
        }
        vk.waitIdle();
        children.destroyAll();
        vk.destroyDevice();
    }
}
