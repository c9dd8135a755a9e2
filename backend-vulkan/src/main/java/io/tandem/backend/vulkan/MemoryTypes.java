package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/**
 * The kinds of memory that a device offers.
 *
 * @param types in the driver's order, which puts faster ones first among those with the same flags
 * @param heapBytes the size of each heap
 */
record MemoryTypes(List<Type> types, List<Long> heapBytes) {
    /** Memory that the host maps, writes and reads without flushing. */
    private static final int MAPPED = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

    private static final int MAPPED_CACHED = MAPPED | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

    record Type(int flags, int heap) {}

    static MemoryTypes of(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceMemoryProperties properties = VkPhysicalDeviceMemoryProperties.calloc(stack);
            vkGetPhysicalDeviceMemoryProperties(device, properties);
            return new MemoryTypes(
                    properties.memoryTypes().stream()
                            .limit(properties.memoryTypeCount())
                            .map(type -> new Type(type.propertyFlags(), type.heapIndex()))
                            .toList(),
                    properties.memoryHeaps().stream()
                            .limit(properties.memoryHeapCount())
                            .map(heap -> heap.size())
                            .toList());
        }
    }

    /**
     * The type for buffers that kernels work on.
     *
     * @param allowed a bit for each type that the buffer may have
     * @param unified whether the device works in the host's memory, so that a mapped type costs nothing
     */
    int forKernels(int allowed, boolean unified) {
        int mapped = unified ? best(allowed, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | MAPPED_CACHED, 0) : -1;
        return mapped >= 0 ? mapped : best(allowed, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, MAPPED);
    }

    /** The type for buffers between host and device: cached, as the host also reads them. */
    int forStaging(int allowed) {
        int cached = best(allowed, MAPPED_CACHED, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
        return cached >= 0 ? cached : best(allowed, MAPPED, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    }

    /** Whether the host maps this type and needs no flushing. */
    boolean isMapped(int type) {
        return (types.get(type).flags() & MAPPED) == MAPPED;
    }

    /** The heap that kernels' buffers come from. */
    int kernelHeap(boolean unified) {
        return types.get(Math.max(0, forKernels(-1, unified))).heap();
    }

    private int best(int allowed, int wanted, int unwanted) {
        int best = -1;
        int bestScore = -1;
        for (int i = 0; i < types.size(); i++) {
            int flags = types.get(i).flags();
            int score = Integer.SIZE - Integer.bitCount(flags & unwanted);
            if ((allowed >> i & 1) != 0 && (flags & wanted) == wanted && score > bestScore) {
                best = i;
                bestScore = score;
            }
        }
        return best;
    }
}
