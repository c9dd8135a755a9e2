package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.Device;
import io.tandem.backend.Executable;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.queue.DeviceChild;
import java.nio.IntBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkMemoryBarrier;

/** A program as commands that were recorded once. */
final class VulkanExecutable implements Executable, DeviceChild {
    private final VulkanDevice device;
    private final Program program;
    private final ParameterMemory parameters;
    private final CommandBuffers buffers;
    private final @Nullable VkCommandBuffer commands;
    private volatile boolean closed;

    private VulkanExecutable(
            VulkanDevice device,
            Program program,
            ParameterMemory parameters,
            CommandBuffers buffers,
            @Nullable VkCommandBuffer commands) {
        this.device = device;
        this.program = program;
        this.parameters = parameters;
        this.buffers = buffers;
        this.commands = commands;
    }

    /** Records a program. */
    static VulkanExecutable record(VulkanDevice device, Program program, List<Dispatch> dispatches) {
        long[] pipelines = new long[dispatches.size()];
        for (int i = 0; i < pipelines.length; i++) {
            pipelines[i] = device.pipelines().get(dispatches.get(i).kernel());
        }
        ParameterMemory parameters = ParameterMemory.write(device, dispatches);
        CommandBuffers buffers = null;
        try {
            buffers = new CommandBuffers(device.vk(), device.compute().family());
            VkCommandBuffer commands =
                    dispatches.isEmpty() ? null : record(device, buffers, dispatches, pipelines, parameters);
            return new VulkanExecutable(device, program, parameters, buffers, commands);
        } catch (RuntimeException e) {
            if (buffers != null) {
                buffers.destroy();
            }
            parameters.destroy();
            throw e;
        }
    }

    private static VkCommandBuffer record(
            VulkanDevice device,
            CommandBuffers buffers,
            List<Dispatch> dispatches,
            long[] pipelines,
            ParameterMemory parameters) {
        // Runs may wait in a queue for each other.
        VkCommandBuffer commands = buffers.begin(VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
        BarrierPlanner barriers = new BarrierPlanner();
        long layout = device.pipelines().layout();
        long bound = VK_NULL_HANDLE;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer pushed = stack.mallocInt(Pipelines.PUSHED_BYTES / Integer.BYTES);
            for (int i = 0; i < pipelines.length; i++) {
                Dispatch dispatch = dispatches.get(i);
                if (barriers.next(dispatch.reads(), dispatch.writes())) {
                    barrier(commands);
                }
                if (pipelines[i] != bound) {
                    bound = pipelines[i];
                    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bound);
                }
                Pushed.put(pushed, parameters.address(i), dispatch.parameters());
                vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed);
                vkCmdDispatch(commands, dispatch.groupsX(), dispatch.groupsY(), 1);
            }
        }
        VulkanQueue.showHost(commands);
        device.vk().end(commands);
        return commands;
    }

    private static void barrier(VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkMemoryBarrier.Buffer barrier = VkMemoryBarrier.calloc(1, stack)
                    .sType$Default()
                    .srcAccessMask(VK_ACCESS_SHADER_WRITE_BIT)
                    .dstAccessMask(VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
            vkCmdPipelineBarrier(
                    commands,
                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    0,
                    barrier,
                    null,
                    null);
        }
    }

    Device device() {
        return device;
    }

    /** The commands; null where there is nothing to do. */
    @Nullable
    VkCommandBuffer commands() {
        return commands;
    }

    /** The word for reports; null where no kernel reports. */
    @Nullable
    VulkanBuffer status() {
        return parameters.status();
    }

    /** The failure that a run's report stands for. */
    BackendException failure(int report) {
        return device.kernels().invalidIndex(program, report);
    }

    /** Refuses a program that is closed. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("A program of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        closed = true;
        buffers.destroy();
        parameters.destroy();
    }
}
