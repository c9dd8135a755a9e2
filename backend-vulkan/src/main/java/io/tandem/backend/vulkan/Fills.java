package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.vkCmdFillBuffer;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.queue.DeviceChild;
import java.lang.foreign.MemorySegment;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * Fills any range of bytes. Vulkan fills whole words only, so the bytes before and after them are copied from a table that
 * has each value eight times.
 */
final class Fills implements DeviceChild {
    private static final int WORD_BYTES = 4;
    private static final int COPIES = 2 * WORD_BYTES;
    private static final int VALUES = 256;

    private final VulkanBuffer table;

    Fills(VulkanDevice device) {
        table = VulkanBuffer.forStaging(device, (long) VALUES * COPIES);
        MemorySegment view = table.hostView().orElseThrow();
        for (int value = 0; value < VALUES; value++) {
            view.asSlice((long) value * COPIES, COPIES).fill((byte) value);
        }
    }

    void record(VkCommandBuffer commands, BufferSlice target, byte value) {
        long start = target.offset();
        long end = start + target.bytes();
        long firstWord = (start + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
        long afterWords = end / WORD_BYTES * WORD_BYTES;
        VulkanBuffer buffer = (VulkanBuffer) target.buffer();
        if (firstWord >= afterWords) {
            fillBytes(commands, buffer, start, end, value);
            return;
        }
        int word = Byte.toUnsignedInt(value) * 0x01010101;
        vkCmdFillBuffer(commands, buffer.handle(), firstWord, afterWords - firstWord, word);
        fillBytes(commands, buffer, start, firstWord, value);
        fillBytes(commands, buffer, afterWords, end, value);
    }

    private void fillBytes(VkCommandBuffer commands, VulkanBuffer buffer, long start, long end, byte value) {
        if (start < end) {
            long source = (long) Byte.toUnsignedInt(value) * COPIES;
            Copies.recordDriver(
                    commands, new Copies.Place(table, source), new Copies.Place(buffer, start), end - start);
        }
    }

    @Override
    public void destroy() {
        table.destroy();
    }
}
