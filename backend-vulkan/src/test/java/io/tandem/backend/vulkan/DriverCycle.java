package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.DeviceInfo;
import io.tandem.testkit.process.DeviceCycles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkTimelineSemaphoreSubmitInfo;

/**
 * Opens the driver's device, builds a kernel, runs it on nothing and closes the device: what a cycle costs where nothing
 * but the driver could leak.
 */
final class DriverCycle implements Runnable {
    private static final String KERNEL = "unary";

    private final PhysicalDevice physical;
    private final byte[] code;

    DriverCycle(DeviceInfo info) {
        this.physical = VulkanOwner.process()
                .call(() -> VulkanDevices.find(VulkanOptions.read(Map.of(), Map.of()))
                        .find(info)
                        .orElseThrow());
        try (InputStream stream = Pipelines.class.getResourceAsStream("spirv/" + KERNEL + ".spv")) {
            this.code = Objects.requireNonNull(stream).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run() {
        Vk vk = new Vk(DeviceCreation.create(physical, "vulkan:0"), "vulkan:0");
        ByteBuffer words = MemoryUtil.memAlloc(code.length).put(code).flip();
        long module = vk.createShaderModule(words, KERNEL);
        MemoryUtil.memFree(words);
        long layout = vk.createPipelineLayout(Pipelines.PUSHED_BYTES);
        long pipeline = vk.createPipeline(VK_NULL_HANDLE, layout, module, List.of(64), KERNEL);
        int family = physical.queues().compute();
        long pool = vk.createCommandPool(family);
        VkCommandBuffer commands = vk.allocateCommandBuffer(pool);
        vk.begin(commands, 0);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdDispatch(commands, 0, 1, 1);
        vk.end(commands);
        long timeline = vk.createTimeline();
        submit(vk, family, commands, timeline);
        vk.waitIdle();
        vk.destroySemaphore(timeline);
        vk.destroyCommandPool(pool);
        vk.destroyPipeline(pipeline);
        vk.destroyPipelineLayout(layout);
        vk.destroyShaderModule(module);
        vk.destroyDevice();
    }

    private static void submit(Vk vk, int family, VkCommandBuffer commands, long timeline) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var handle = stack.mallocPointer(1);
            vkGetDeviceQueue(vk.device(), family, 0, handle);
            VkQueue queue = new VkQueue(handle.get(0), vk.device());
            for (long run = 1; run <= DeviceCycles.RUNS; run++) {
                vk.submit(
                        queue,
                        VkSubmitInfo.calloc(stack)
                                .sType$Default()
                                .pNext(VkTimelineSemaphoreSubmitInfo.calloc(stack)
                                        .sType$Default()
                                        .signalSemaphoreValueCount(1)
                                        .pSignalSemaphoreValues(stack.longs(run)))
                                .pCommandBuffers(stack.pointers(commands))
                                .pSignalSemaphores(stack.longs(timeline)));
                vk.waitSemaphore(timeline, run, Long.MAX_VALUE);
            }
        }
    }
}
