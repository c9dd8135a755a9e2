package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.lwjgl.vulkan.VkCommandBuffer;

/** Command buffers of one queue family, used again and again. One thread at a time. */
final class CommandBuffers {
    private final Vk vk;
    private final long pool;
    private final Deque<VkCommandBuffer> free = new ArrayDeque<>();

    CommandBuffers(Vk vk, int queueFamily) {
        this.vk = vk;
        this.pool = vk.createCommandPool(queueFamily);
    }

    /** A command buffer that records, to be submitted once. */
    VkCommandBuffer begin() {
        return begin(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
    }

    /** A command buffer that records; {@code flags} say how it will be submitted. */
    VkCommandBuffer begin(int flags) {
        VkCommandBuffer commands = poll();
        vk.begin(commands, flags);
        return commands;
    }

    private VkCommandBuffer poll() {
        @Nullable VkCommandBuffer used = free.poll();
        return used == null ? vk.allocateCommandBuffer(pool) : used;
    }

    /** Takes back a command buffer that the device is done with. */
    void giveBack(VkCommandBuffer commands) {
        free.add(commands);
    }

    void destroy() {
        vk.destroyCommandPool(pool);
    }
}
