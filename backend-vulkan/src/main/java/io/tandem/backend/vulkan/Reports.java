package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkMemoryBarrier;

/**
 * What runs of programs told, a word for each run under way, where the host reads it: the next run of a program may have
 * begun before the host looks. One thread at a time.
 */
final class Reports {
    private static final int SLOTS = 256;

    private final VulkanDevice device;
    private final List<VulkanBuffer> buffers = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    Reports(VulkanDevice device) {
        this.device = device;
    }

    /** A slot for a run. */
    int take() {
        @Nullable Integer slot = free.poll();
        if (slot != null) {
            return slot;
        }
        buffers.add(VulkanBuffer.forStaging(device, (long) SLOTS * Integer.BYTES));
        int first = (buffers.size() - 1) * SLOTS;
        for (int i = 1; i < SLOTS; i++) {
            free.add(first + i);
        }
        return first;
    }

    /** Records that a program's word, as the commands before left it, goes to a slot and becomes 0 again. */
    void fetch(VkCommandBuffer commands, VulkanBuffer status, int slot) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkMemoryBarrier.Buffer barrier = VkMemoryBarrier.calloc(1, stack)
                    .sType$Default()
                    .srcAccessMask(VK_ACCESS_SHADER_WRITE_BIT)
                    .dstAccessMask(VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
            vkCmdPipelineBarrier(
                    commands,
                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    VK_PIPELINE_STAGE_TRANSFER_BIT,
                    0,
                    barrier,
                    null,
                    null);
            Copies.recordDriver(
                    commands,
                    new Copies.Place(status, 0),
                    new Copies.Place(buffers.get(slot / SLOTS), (long) slot % SLOTS * Integer.BYTES),
                    Integer.BYTES);
            barrier.srcAccessMask(VK_ACCESS_TRANSFER_READ_BIT).dstAccessMask(VK_ACCESS_TRANSFER_WRITE_BIT);
            vkCmdPipelineBarrier(
                    commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, barrier, null, null);
        }
        vkCmdFillBuffer(commands, status.handle(), 0, Integer.BYTES, 0);
    }

    /** Takes back the slot of a run that is done; what it told. */
    int giveBack(int slot) {
        free.add(slot);
        MemorySegment view = buffers.get(slot / SLOTS).hostView().orElseThrow();
        return view.getAtIndex(ValueLayout.JAVA_INT, slot % SLOTS);
    }

    void destroy() {
        buffers.forEach(VulkanBuffer::destroy);
    }
}
