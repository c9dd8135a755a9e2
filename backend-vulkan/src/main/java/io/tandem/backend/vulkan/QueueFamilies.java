package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueueFamilyProperties;

/**
 * Where a device's queues are.
 *
 * @param compute the family for kernels, -1 where there is none
 * @param transfer the family for copies; {@code compute} where copies have none of their own
 * @param transferIndex the number of the queue for copies in its family; 0 in the family {@code compute} means that there
 *     is only the one queue for both
 */
record QueueFamilies(int compute, int transfer, int transferIndex) {
    static QueueFamilies of(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            vkGetPhysicalDeviceQueueFamilyProperties(device, count, null);
            var families = VkQueueFamilyProperties.calloc(count.get(0), stack);
            vkGetPhysicalDeviceQueueFamilyProperties(device, count, families);
            int compute = compute(families);
            int transfer = compute < 0 ? -1 : copyEngine(families);
            if (transfer >= 0) {
                return new QueueFamilies(compute, transfer, 0);
            }
            boolean second = compute >= 0 && families.get(compute).queueCount() > 1;
            return new QueueFamilies(compute, compute, second ? 1 : 0);
        }
    }

    /** A family without graphics, if there is one: it is not held up by the screen. */
    private static int compute(VkQueueFamilyProperties.Buffer families) {
        int any = -1;
        for (int i = 0; i < families.capacity(); i++) {
            int flags = families.get(i).queueFlags();
            if ((flags & VK_QUEUE_COMPUTE_BIT) != 0) {
                if ((flags & VK_QUEUE_GRAPHICS_BIT) == 0) {
                    return i;
                }
                any = any < 0 ? i : any;
            }
        }
        return any;
    }

    /** A family that can only copy: a DMA engine. Families for video can copy too, and are left alone. */
    private static int copyEngine(VkQueueFamilyProperties.Buffer families) {
        for (int i = 0; i < families.capacity(); i++) {
            int flags = families.get(i).queueFlags();
            if ((flags & VK_QUEUE_TRANSFER_BIT) != 0
                    && (flags & ~(VK_QUEUE_TRANSFER_BIT | VK_QUEUE_SPARSE_BINDING_BIT)) == 0) {
                return i;
            }
        }
        return -1;
    }

    boolean hasTransferQueue() {
        return transfer != compute || transferIndex > 0;
    }

    /** The same device with one queue for all. */
    QueueFamilies withoutTransfer() {
        return new QueueFamilies(compute, compute, 0);
    }
}
