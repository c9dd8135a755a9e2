package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.gpu.Addressed;
import io.tandem.backend.queue.DeviceChild;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkMemoryAllocateFlagsInfo;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** A block of device memory, with its address in kernels and, where the host can use it in place, its view there. */
final class VulkanBuffer implements DeviceBuffer, DeviceChild, Addressed {
    private static final int USAGE = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
            | VK_BUFFER_USAGE_TRANSFER_SRC_BIT
            | VK_BUFFER_USAGE_TRANSFER_DST_BIT
            | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

    /** Kernels read whole words, up to sixteen bytes at once. */
    private static final long READ_BYTES = 16;

    private final VulkanDevice device;
    private final long bytes;
    private final long handle;
    private final long memory;
    private final long address;
    private final @Nullable Arena arena;
    private final @Nullable MemorySegment view;
    private volatile boolean closed;

    private VulkanBuffer(
            VulkanDevice device,
            long bytes,
            long handle,
            long memory,
            long address,
            @Nullable Arena arena,
            @Nullable MemorySegment view) {
        this.device = device;
        this.bytes = bytes;
        this.handle = handle;
        this.memory = memory;
        this.address = address;
        this.arena = arena;
        this.view = view;
    }

    /** Memory for kernels. Its contents are undefined. */
    static VulkanBuffer forKernels(VulkanDevice device, long bytes) {
        PhysicalDevice physical = device.physical();
        return create(device, bytes, allowed -> physical.memory().forKernels(allowed, physical.isUnified()));
    }

    /** Memory that the host reads and writes and the device copies from and to. */
    static VulkanBuffer forStaging(VulkanDevice device, long bytes) {
        return create(device, bytes, device.physical().memory()::forStaging);
    }

    /** Chooses a memory type among the allowed ones, a bit for each; -1 if none will do. */
    private interface TypeChoice {
        int choose(int allowed);
    }

    private static VulkanBuffer create(VulkanDevice device, long bytes, TypeChoice choice) {
        Vk vk = device.vk();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long handle = vk.createBuffer(createInfo(device.physical().queues(), bytes, stack));
            long memory = VK_NULL_HANDLE;
            try {
                VkMemoryRequirements requirements = VkMemoryRequirements.calloc(stack);
                vkGetBufferMemoryRequirements(vk.device(), handle, requirements);
                int type = choice.choose(requirements.memoryTypeBits());
                if (type < 0) {
                    throw new BackendException(
                            Kind.INTERNAL, vk.deviceId(), vk.deviceId() + " has no kind of memory for buffers");
                }
                memory = vk.allocateMemory(VkMemoryAllocateInfo.calloc(stack)
                        .sType$Default()
                        .allocationSize(requirements.size())
                        .memoryTypeIndex(type)
                        .pNext(VkMemoryAllocateFlagsInfo.calloc(stack)
                                .sType$Default()
                                .flags(VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT)));
                vk.bindBufferMemory(handle, memory);
                boolean mapped = device.physical().memory().isMapped(type);
                return bound(device, bytes, handle, memory, mapped);
            } catch (RuntimeException e) {
                vk.destroyBuffer(handle);
                if (memory != VK_NULL_HANDLE) {
                    vk.freeMemory(memory);
                }
                throw e;
            }
        }
    }

    private static VkBufferCreateInfo createInfo(QueueFamilies families, long bytes, MemoryStack stack) {
        VkBufferCreateInfo info = VkBufferCreateInfo.calloc(stack)
                .sType$Default()
                .size(Math.ceilDiv(bytes, READ_BYTES) * READ_BYTES)
                .usage(USAGE);
        if (families.transfer() != families.compute()) {
            info.sharingMode(VK_SHARING_MODE_CONCURRENT)
                    .queueFamilyIndexCount(2)
                    .pQueueFamilyIndices(stack.ints(families.compute(), families.transfer()));
        }
        return info;
    }

    @SuppressWarnings("MustBeClosedChecker") // the arena is closed with the buffer
    private static VulkanBuffer bound(VulkanDevice device, long bytes, long handle, long memory, boolean mapped) {
        Vk vk = device.vk();
        long address = vk.bufferAddress(handle);
        if (!mapped) {
            return new VulkanBuffer(device, bytes, handle, memory, address, null, null);
        }
        // The view must not outlive the mapping: closing the arena turns later uses into exceptions.
        Arena arena = Arena.ofShared();
        MemorySegment view = MemorySegment.ofAddress(vk.mapMemory(memory)).reinterpret(bytes, arena, null);
        return new VulkanBuffer(device, bytes, handle, memory, address, arena, view);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public long byteSize() {
        return bytes;
    }

    @Override
    public Optional<MemorySegment> hostView() {
        requireOpen();
        return Optional.ofNullable(view);
    }

    /** The driver's buffer. */
    long handle() {
        return handle;
    }

    @Override
    public long address() {
        return address;
    }

    /** Refuses a buffer that is closed. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("A buffer of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        closed = true;
        if (arena != null) {
            arena.close();
            device.vk().unmapMemory(memory);
        }
        device.vk().destroyBuffer(handle);
        device.vk().freeMemory(memory);
    }
}
