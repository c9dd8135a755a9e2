package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.vulkan.Copies.Place;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.NVGLSLShader;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkSubmitInfo;

/** The kernel that only GPUs copy with, on whatever device there is. */
class CopiesTest {
    @ParameterizedTest
    @CsvSource({"1, 0, 0", "4096, 16, 32", "4097, 0, 48", "70001, 160, 0"})
    void aKernelCopiesVectors(int vectors, int from, int to) {
        int bytes = 16 * vectors + 256;
        byte[] values = new byte[bytes];
        new SplittableRandom(vectors).nextBytes(values);
        byte[] result = new byte[bytes];
        try (ValidatedDevice opened = ValidatedDevice.open();
                CommandQueue queue = opened.device().newQueue();
                DeviceBuffer source = opened.device().allocate(bytes, BufferUsage.ACTIVATIONS);
                DeviceBuffer target = opened.device().allocate(bytes, BufferUsage.ACTIVATIONS)) {
            queue.upload(MemorySegment.ofArray(values), source.slice(0, bytes), List.of())
                    .await(Long.MAX_VALUE);
            run(opened.device(), new Place((VulkanBuffer) source, from), new Place((VulkanBuffer) target, to), vectors);
            queue.download(target.slice(0, bytes), MemorySegment.ofArray(result), List.of())
                    .await(Long.MAX_VALUE);
        }
        byte[] expected = new byte[bytes];
        System.arraycopy(values, from, expected, to, 16 * vectors);
        assertThat(result).isEqualTo(expected);
    }

    @Test
    void aKernelThatIsNotBuiltIsLeftToTheDriver() {
        try (ValidatedDevice opened = ValidatedDevice.open();
                DeviceBuffer buffer = opened.device().allocate(64, BufferUsage.ACTIVATIONS)) {
            VulkanDevice device = opened.device();
            CommandBuffers buffers =
                    new CommandBuffers(device.vk(), device.compute().family());
            VkCommandBuffer commands = buffers.begin();
            device.vk().failNext("vkCreateComputePipelines", NVGLSLShader.VK_ERROR_INVALID_SHADER_NV);
            Place source = new Place((VulkanBuffer) buffer, 0);
            assertThat(new Copies(device).recordKernel(commands, source, source.plus(32), 2))
                    .isFalse();
            device.vk().end(commands);
            buffers.destroy();
        }
    }

    private static void run(VulkanDevice device, Place source, Place target, int vectors) {
        CommandBuffers buffers =
                new CommandBuffers(device.vk(), device.compute().family());
        VkCommandBuffer commands = buffers.begin();
        assertThat(new Copies(device).recordKernel(commands, source, target, vectors))
                .isTrue();
        VulkanQueue.showHost(commands);
        device.vk().end(commands);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            device.compute()
                    .submit(VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands)));
        }
        device.vk().waitIdle();
        buffers.destroy();
    }
}
