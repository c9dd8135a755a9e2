package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.queue.DeviceChild;
import io.tandem.backend.queue.NativeQueue;
import io.tandem.backend.vulkan.Copies.Place;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkMemoryBarrier;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkTimelineSemaphoreSubmitInfo;

/**
 * Submissions in order, each of which raises the queue's timeline semaphore to its number and waits for the one before:
 * that makes them done in order, and each sees what the earlier ones wrote, also across the driver's queues.
 */
final class VulkanQueue implements NativeQueue, DeviceChild {
    /** Enough for pieces of 8 MiB, which take a transfer engine longer than a submission takes the host. */
    private static final long STAGING_BYTES = 32L << 20;

    private static final Thread ANOTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

    /** A command buffer under way; with the report of a program that it fetches, if it does. */
    private record Recorded(
            long number,
            CommandBuffers owner,
            VkCommandBuffer commands,
            @Nullable Report report) {}

    /** Where the report of a program's run goes to. */
    private record Report(VulkanExecutable program, int slot) {}

    private final VulkanDevice device;
    private final Vk vk;
    private final long semaphore;
    private final CommandBuffers computeBuffers;
    private final CommandBuffers transferBuffers;
    private final Deque<Recorded> recorded = new ArrayDeque<>();
    private final Reports reports;
    private final Copies copies;
    private @Nullable VulkanBuffer staging;
    private long submitted;

    VulkanQueue(VulkanDevice device) {
        this.device = device;
        this.vk = device.vk();
        this.computeBuffers = new CommandBuffers(vk, device.compute().family());
        this.transferBuffers = new CommandBuffers(vk, device.transfer().family());
        this.reports = new Reports(device);
        this.copies = new Copies(device);
        Timelines.Timeline timeline = device.timelines().take();
        this.semaphore = timeline.semaphore();
        this.submitted = timeline.value();
    }

    @Override
    public void check(DeviceBuffer buffer) {
        if (!(buffer instanceof VulkanBuffer own) || !device.equals(own.device())) {
            throw new IllegalArgumentException("The buffer is not of " + vk.deviceId());
        }
        own.requireOpen();
    }

    @Override
    public void check(Executable program) {
        if (!(program instanceof VulkanExecutable own) || !device.equals(own.device())) {
            throw new IllegalArgumentException("The program is not of " + vk.deviceId());
        }
        own.requireOpen();
    }

    @Override
    public MemorySegment unconfined(MemorySegment segment) {
        return segment.isAccessibleBy(ANOTHER_THREAD)
                ? segment
                : MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
    }

    @Override
    public MemorySegment staging() {
        return stagingBuffer().hostView().orElseThrow();
    }

    private VulkanBuffer stagingBuffer() {
        if (staging == null) {
            staging = VulkanBuffer.forStaging(
                    device, Math.min(STAGING_BYTES, device.info().limits().maxAllocationBytes()));
        }
        return staging;
    }

    @Override
    public long upload(long stagingOffset, BufferSlice target, List<Signal> after) {
        return transfer(
                after,
                commands -> Copies.recordDriver(
                        commands, new Place(stagingBuffer(), stagingOffset), place(target), target.bytes()));
    }

    @Override
    public long download(BufferSlice source, long stagingOffset, List<Signal> after) {
        return transfer(
                after,
                commands -> Copies.recordDriver(
                        commands, place(source), new Place(stagingBuffer(), stagingOffset), source.bytes()));
    }

    @Override
    public long copy(BufferSlice source, BufferSlice target, List<Signal> after) {
        return compute(after, commands -> copies.record(commands, place(source), place(target), source.bytes()));
    }

    @Override
    public long fill(BufferSlice target, byte value, List<Signal> after) {
        return compute(after, commands -> device.fills().record(commands, target, value));
    }

    @Override
    public long execute(Executable program, List<Signal> after) {
        VulkanExecutable own = (VulkanExecutable) program;
        VulkanBuffer status = own.status();
        if (status == null) {
            return submit(device.compute(), after, own.commands());
        }
        int slot = reports.take();
        VkCommandBuffer fetching = computeBuffers.begin();
        reports.fetch(fetching, status, slot);
        showHost(fetching);
        vk.end(fetching);
        long number = submit(device.compute(), after, own.commands(), fetching);
        recorded.add(new Recorded(number, computeBuffers, fetching, new Report(own, slot)));
        return number;
    }

    @Override
    public long mark(List<Signal> after) {
        return submit(device.compute(), after);
    }

    private interface Recording {
        void record(VkCommandBuffer commands);
    }

    private long compute(List<Signal> after, Recording recording) {
        return record(device.compute(), computeBuffers, after, recording);
    }

    private long transfer(List<Signal> after, Recording recording) {
        return record(device.transfer(), transferBuffers, after, recording);
    }

    private long record(SubmitQueue queue, CommandBuffers buffers, List<Signal> after, Recording recording) {
        VkCommandBuffer commands = buffers.begin();
        recording.record(commands);
        showHost(commands);
        vk.end(commands);
        long number = submit(queue, after, commands);
        recorded.add(new Recorded(number, buffers, commands, null));
        return number;
    }

    /** A semaphore makes writes visible to the device alone; the host needs a barrier. */
    static void showHost(VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkMemoryBarrier.Buffer barrier = VkMemoryBarrier.calloc(1, stack)
                    .sType$Default()
                    .srcAccessMask(VK_ACCESS_MEMORY_WRITE_BIT)
                    .dstAccessMask(VK_ACCESS_HOST_READ_BIT);
            vkCmdPipelineBarrier(
                    commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, barrier, null, null);
        }
    }

    private long submit(SubmitQueue queue, List<Signal> after, @Nullable VkCommandBuffer... commands) {
        long number = submitted + 1;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            int waits = after.size() + 1;
            LongBuffer semaphores = stack.mallocLong(waits).put(0, semaphore);
            LongBuffer values = stack.mallocLong(waits).put(0, submitted);
            IntBuffer stages = stack.mallocInt(waits).put(0, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
            for (int i = 0; i < after.size(); i++) {
                Signal signal = after.get(i);
                semaphores.put(i + 1, ((VulkanQueue) signal.queue()).semaphore);
                values.put(i + 1, signal.number());
                stages.put(i + 1, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
            }
            VkTimelineSemaphoreSubmitInfo timeline = VkTimelineSemaphoreSubmitInfo.calloc(stack)
                    .sType$Default()
                    .waitSemaphoreValueCount(waits)
                    .pWaitSemaphoreValues(values)
                    .signalSemaphoreValueCount(1)
                    .pSignalSemaphoreValues(stack.longs(number));
            VkSubmitInfo info = VkSubmitInfo.calloc(stack)
                    .sType$Default()
                    .pNext(timeline)
                    .waitSemaphoreCount(waits)
                    .pWaitSemaphores(semaphores)
                    .pWaitDstStageMask(stages)
                    .pSignalSemaphores(stack.longs(semaphore));
            PointerBuffer buffers = stack.mallocPointer(commands.length);
            for (VkCommandBuffer buffer : commands) {
                if (buffer != null) {
                    buffers.put(buffer);
                }
            }
            info.pCommandBuffers(buffers.flip());
            queue.submit(info);
        }
        submitted = number;
        return number;
    }

    private static Place place(BufferSlice slice) {
        return new Place((VulkanBuffer) slice.buffer(), slice.offset());
    }

    @Override
    public long completed() {
        return vk.semaphoreValue(semaphore);
    }

    @Override
    public void await(long number, long timeoutNanos) {
        vk.waitSemaphore(semaphore, number, timeoutNanos);
    }

    @Override
    public @Nullable BackendException retire(long number) {
        Recorded oldest = recorded.peek();
        if (oldest != null && oldest.number() == number) {
            recorded.remove();
            oldest.owner().giveBack(oldest.commands());
            Report report = oldest.report();
            if (report != null) {
                int told = reports.giveBack(report.slot());
                return told == 0 ? null : report.program().failure(told);
            }
        }
        return null;
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        if (staging != null) {
            staging.destroy();
        }
        reports.destroy();
        computeBuffers.destroy();
        transferBuffers.destroy();
        device.timelines().giveBack(new Timelines.Timeline(semaphore, submitted));
    }
}
