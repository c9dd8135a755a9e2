package io.tandem.backend.vulkan;

import static org.lwjgl.vulkan.VK12.*;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelKey;
import java.nio.IntBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkBufferCopy;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * Copies between buffers of a device. Large ones go by a kernel where their place allows: drivers copy with engines that
 * were made for the way to the host, an H200's at an eighth of what its memory takes.
 */
final class Copies {
    /** Below, a kernel's start takes longer than the copy. */
    private static final long LARGE_BYTES = 256 << 10;

    private static final int VECTOR_BYTES = 16;
    private static final int THREADS = 256;

    /** As in {@code copy.comp}. */
    private static final int VECTORS = 4;

    private final VulkanDevice device;

    Copies(VulkanDevice device) {
        this.device = device;
    }

    /** A range of a buffer, up to where the other one's ends. */
    record Place(VulkanBuffer buffer, long offset) {
        boolean isAligned() {
            return (buffer.address() + offset) % VECTOR_BYTES == 0;
        }

        Place plus(long bytes) {
            return new Place(buffer, offset + bytes);
        }
    }

    /** Records a copy between ranges that do not overlap. */
    void record(VkCommandBuffer commands, Place source, Place target, long bytes) {
        boolean byKernel = bytes >= LARGE_BYTES
                && source.isAligned()
                && target.isAligned()
                && !device.physical().isSoftware();
        long vectors = byKernel ? bytes / VECTOR_BYTES : 0;
        long done = vectors > 0 && recordKernel(commands, source, target, vectors) ? vectors * VECTOR_BYTES : 0;
        if (done < bytes) {
            recordDriver(commands, source.plus(done), target.plus(done), bytes - done);
        }
    }

    /** Records a copy of vectors of 16 bytes; false where the driver does not build the kernel. */
    boolean recordKernel(VkCommandBuffer commands, Place source, Place target, long vectors) {
        KernelKey kernel = new KernelKey(
                "copy", List.of(Math.min(THREADS, device.physical().traits().threads())), 0);
        long pipeline;
        try {
            pipeline = device.pipelines().get(kernel);
        } catch (BackendException e) {
            if (e.kind() == Kind.KERNEL_BUILD) {
                return false;
            }
            throw e;
        }
        int[] parameters = new int[Dispatch.PARAMETER_WORDS];
        putAddress(parameters, 0, source);
        putAddress(parameters, Dispatch.RESULT, target);
        parameters[Dispatch.COUNT] = Math.toIntExact(vectors);
        int groups = Math.toIntExact(Math.ceilDiv(vectors, (long) kernel.threads() * VECTORS));
        Dispatch dispatch = new Dispatch(kernel, parameters, false, groups, List.of(), List.of());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer pushed = stack.mallocInt(Pipelines.PUSHED_BYTES / Integer.BYTES);
            Pushed.put(pushed, 0, parameters);
            vkCmdPushConstants(commands, device.pipelines().layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed);
        }
        vkCmdDispatch(commands, dispatch.groupsX(), dispatch.groupsY(), 1);
        return true;
    }

    private static void putAddress(int[] parameters, int at, Place place) {
        long address = place.buffer().address() + place.offset();
        parameters[at] = (int) address;
        parameters[at + 1] = (int) (address >>> 32);
    }

    /** Records a copy of any bytes by the driver. */
    static void recordDriver(VkCommandBuffer commands, Place source, Place target, long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkBufferCopy.Buffer region = VkBufferCopy.calloc(1, stack)
                    .srcOffset(source.offset())
                    .dstOffset(target.offset())
                    .size(bytes);
            vkCmdCopyBuffer(commands, source.buffer().handle(), target.buffer().handle(), region);
        }
    }
}
