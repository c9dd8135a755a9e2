package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkBufferDeviceAddressInfo;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkPipelineCacheCreateInfo;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkPushConstantRange;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSemaphoreCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreTypeCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreWaitInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;
import org.lwjgl.vulkan.VkSpecializationInfo;
import org.lwjgl.vulkan.VkSpecializationMapEntry;
import org.lwjgl.vulkan.VkSubmitInfo;

/**
 * The native calls of one open device that return a result code, which is checked here, so that none is ignored and none is
 * checked twice: once the device is lost, every call but the freeing ones fails at once. {@link VkInstanceCalls} has those
 * before a device is open.
 */
final class Vk {
    private record Fault(String call, int result) {}

    private final VkDevice device;
    private final String deviceId;
    private volatile @Nullable BackendException lost;
    private volatile @Nullable Fault fault;

    Vk(VkDevice device, String deviceId) {
        this.device = device;
        this.deviceId = deviceId;
    }

    /** Lets the next call of that name fail, and not be made. For tests. */
    void failNext(String call, int result) {
        fault = new Fault(call, result);
    }

    VkDevice device() {
        return device;
    }

    String deviceId() {
        return deviceId;
    }

    boolean isLost() {
        return lost != null;
    }

    private void before(String call) {
        BackendException loss = lost;
        if (loss != null) {
            throw loss;
        }
        Fault planned = fault;
        if (planned != null && planned.call().equals(call)) {
            fault = null;
            require(planned.result(), call, "");
        }
    }

    private void require(int result, String call, String facts) {
        if (result < VK_SUCCESS) {
            BackendException failure = VkResult.failure(result, deviceId, call + facts);
            if (failure.kind() == Kind.DEVICE_LOST) {
                lost = failure;
            }
            throw failure;
        }
    }

    long createBuffer(VkBufferCreateInfo info) {
        before("vkCreateBuffer");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            require(vkCreateBuffer(device, info, null, handle), "vkCreateBuffer", " of " + info.size() + " bytes");
            return handle.get(0);
        }
    }

    void destroyBuffer(long buffer) {
        vkDestroyBuffer(device, buffer, null);
    }

    long allocateMemory(VkMemoryAllocateInfo info) {
        before("vkAllocateMemory");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            require(
                    vkAllocateMemory(device, info, null, handle),
                    "vkAllocateMemory",
                    " of " + info.allocationSize() + " bytes");
            return handle.get(0);
        }
    }

    void freeMemory(long memory) {
        vkFreeMemory(device, memory, null);
    }

    void bindBufferMemory(long buffer, long memory) {
        before("vkBindBufferMemory");
        require(vkBindBufferMemory(device, buffer, memory, 0), "vkBindBufferMemory", "");
    }

    /** The address at which the host sees the memory. */
    long mapMemory(long memory) {
        before("vkMapMemory");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer address = stack.mallocPointer(1);
            require(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, address), "vkMapMemory", "");
            return address.get(0);
        }
    }

    void unmapMemory(long memory) {
        vkUnmapMemory(device, memory);
    }

    /** The address at which kernels see the buffer. */
    long bufferAddress(long buffer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            return vkGetBufferDeviceAddress(
                    device,
                    VkBufferDeviceAddressInfo.calloc(stack).sType$Default().buffer(buffer));
        }
    }

    long createTimeline() {
        before("vkCreateSemaphore");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkSemaphoreTypeCreateInfo type =
                    VkSemaphoreTypeCreateInfo.calloc(stack).sType$Default().semaphoreType(VK_SEMAPHORE_TYPE_TIMELINE);
            require(
                    vkCreateSemaphore(
                            device,
                            VkSemaphoreCreateInfo.calloc(stack).sType$Default().pNext(type),
                            null,
                            handle),
                    "vkCreateSemaphore",
                    "");
            return handle.get(0);
        }
    }

    void destroySemaphore(long semaphore) {
        vkDestroySemaphore(device, semaphore, null);
    }

    long semaphoreValue(long semaphore) {
        before("vkGetSemaphoreCounterValue");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer value = stack.mallocLong(1);
            require(vkGetSemaphoreCounterValue(device, semaphore, value), "vkGetSemaphoreCounterValue", "");
            return value.get(0);
        }
    }

    /** Waits until a semaphore has reached a value, at most the given time. */
    void waitSemaphore(long semaphore, long value, long timeoutNanos) {
        before("vkWaitSemaphores");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSemaphoreWaitInfo info = VkSemaphoreWaitInfo.calloc(stack)
                    .sType$Default()
                    .semaphoreCount(1)
                    .pSemaphores(stack.longs(semaphore))
                    .pValues(stack.longs(value));
            require(vkWaitSemaphores(device, info, timeoutNanos), "vkWaitSemaphores", "");
        }
    }

    long createCommandPool(int queueFamily) {
        before("vkCreateCommandPool");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkCommandPoolCreateInfo info = VkCommandPoolCreateInfo.calloc(stack)
                    .sType$Default()
                    .queueFamilyIndex(queueFamily)
                    .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
            require(vkCreateCommandPool(device, info, null, handle), "vkCreateCommandPool", "");
            return handle.get(0);
        }
    }

    void destroyCommandPool(long pool) {
        vkDestroyCommandPool(device, pool, null);
    }

    VkCommandBuffer allocateCommandBuffer(long pool) {
        before("vkAllocateCommandBuffers");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            VkCommandBufferAllocateInfo info = VkCommandBufferAllocateInfo.calloc(stack)
                    .sType$Default()
                    .commandPool(pool)
                    .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                    .commandBufferCount(1);
            require(vkAllocateCommandBuffers(device, info, handle), "vkAllocateCommandBuffers", "");
            return new VkCommandBuffer(handle.get(0), device);
        }
    }

    /** Starts recording; {@code flags} say how the commands will be submitted. */
    void begin(VkCommandBuffer commands, int flags) {
        before("vkBeginCommandBuffer");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            require(
                    vkBeginCommandBuffer(
                            commands,
                            VkCommandBufferBeginInfo.calloc(stack)
                                    .sType$Default()
                                    .flags(flags)),
                    "vkBeginCommandBuffer",
                    "");
        }
    }

    void end(VkCommandBuffer commands) {
        before("vkEndCommandBuffer");
        require(vkEndCommandBuffer(commands), "vkEndCommandBuffer", "");
    }

    long createPipelineLayout(int pushedBytes) {
        before("vkCreatePipelineLayout");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkPipelineLayoutCreateInfo info = VkPipelineLayoutCreateInfo.calloc(stack)
                    .sType$Default()
                    .pPushConstantRanges(VkPushConstantRange.calloc(1, stack)
                            .stageFlags(VK_SHADER_STAGE_COMPUTE_BIT)
                            .size(pushedBytes));
            require(vkCreatePipelineLayout(device, info, null, handle), "vkCreatePipelineLayout", "");
            return handle.get(0);
        }
    }

    void destroyPipelineLayout(long layout) {
        vkDestroyPipelineLayout(device, layout, null);
    }

    long createShaderModule(ByteBuffer code, String name) {
        before("vkCreateShaderModule");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkShaderModuleCreateInfo info =
                    VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code);
            requireBuilt(vkCreateShaderModule(device, info, null, handle), "vkCreateShaderModule", " of " + name);
            return handle.get(0);
        }
    }

    void destroyShaderModule(long module) {
        vkDestroyShaderModule(device, module, null);
    }

    /** A cache of built kernels that starts with what an earlier one held, if the driver can use that. */
    long createPipelineCache(byte[] initial) {
        before("vkCreatePipelineCache");
        ByteBuffer data = initial.length == 0 ? null : MemoryUtil.memAlloc(initial.length);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPipelineCacheCreateInfo info =
                    VkPipelineCacheCreateInfo.calloc(stack).sType$Default();
            if (data != null) {
                info.pInitialData(data.put(initial).flip());
            }
            LongBuffer handle = stack.mallocLong(1);
            require(vkCreatePipelineCache(device, info, null, handle), "vkCreatePipelineCache", "");
            return handle.get(0);
        } finally {
            MemoryUtil.memFree(data);
        }
    }

    /** What a cache holds; empty where it cannot be had. */
    byte[] pipelineCacheData(long cache) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer size = stack.mallocPointer(1);
            if (isLost() || vkGetPipelineCacheData(device, cache, size, null) != VK_SUCCESS) {
                return new byte[0];
            }
            ByteBuffer data = MemoryUtil.memAlloc((int) size.get(0));
            try {
                byte[] bytes = new byte[data.remaining()];
                boolean whole = vkGetPipelineCacheData(device, cache, size, data) == VK_SUCCESS;
                data.get(bytes);
                return whole ? bytes : new byte[0];
            } finally {
                MemoryUtil.memFree(data);
            }
        }
    }

    void destroyPipelineCache(long cache) {
        vkDestroyPipelineCache(device, cache, null);
    }

    /** Builds a kernel with the values of its specialization constants 0, 1, … */
    long createPipeline(long cache, long layout, long module, List<Integer> constants, String name) {
        before("vkCreateComputePipelines");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSpecializationMapEntry.Buffer entries = VkSpecializationMapEntry.calloc(constants.size(), stack);
            ByteBuffer data = stack.malloc(constants.size() * Integer.BYTES);
            for (int i = 0; i < constants.size(); i++) {
                entries.get(i).constantID(i).offset(i * Integer.BYTES).size(Integer.BYTES);
                data.putInt(i * Integer.BYTES, constants.get(i));
            }
            VkComputePipelineCreateInfo.Buffer info =
                    VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout);
            info.stage()
                    .sType$Default()
                    .stage(VK_SHADER_STAGE_COMPUTE_BIT)
                    .module(module)
                    .pName(stack.UTF8("main"))
                    .pSpecializationInfo(VkSpecializationInfo.calloc(stack)
                            .pMapEntries(entries)
                            .pData(data));
            LongBuffer handle = stack.mallocLong(1);
            requireBuilt(
                    vkCreateComputePipelines(device, cache, info, null, handle),
                    "vkCreateComputePipelines",
                    " of " + name);
            return handle.get(0);
        }
    }

    /** A driver that fails to build a kernel is well otherwise, unless it says more. */
    private void requireBuilt(int result, String call, String facts) {
        if (result < VK_SUCCESS && VkResult.failure(result, deviceId, call).kind() == Kind.INTERNAL) {
            throw new BackendException(
                    Kind.KERNEL_BUILD,
                    deviceId,
                    String.valueOf(
                            VkResult.failure(result, deviceId, call + facts).getMessage()));
        }
        require(result, call, facts);
    }

    void destroyPipeline(long pipeline) {
        vkDestroyPipeline(device, pipeline, null);
    }

    /** Submits. The caller sees to it that only one thread uses the queue. */
    void submit(VkQueue queue, VkSubmitInfo info) {
        before("vkQueueSubmit");
        require(vkQueueSubmit(queue, info, VK_NULL_HANDLE), "vkQueueSubmit", "");
    }

    /** Waits until the device does nothing any more, before it is destroyed. A lost device does nothing. */
    void waitIdle() {
        int result = vkDeviceWaitIdle(device);
        if (result != VK_ERROR_DEVICE_LOST) {
            require(result, "vkDeviceWaitIdle", "");
        }
    }

    void destroyDevice() {
        vkDestroyDevice(device, null);
    }
}
