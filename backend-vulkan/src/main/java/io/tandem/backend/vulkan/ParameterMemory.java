package io.tandem.backend.vulkan;

import io.tandem.backend.gpu.Dispatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a program's kernels in device memory, written once, and one word in which kernels tell of an index
 * that is out of range.
 */
final class ParameterMemory {
    private static final long BLOCK_BYTES = (long) Dispatch.PARAMETER_WORDS * Integer.BYTES;

    private final List<VulkanBuffer> buffers = new ArrayList<>();
    private final List<Long> addresses = new ArrayList<>();
    private @Nullable VulkanBuffer status;

    private ParameterMemory() {}

    /** Writes the parameters of all dispatches, in as many buffers as the device's limit wants. */
    static ParameterMemory write(VulkanDevice device, List<Dispatch> dispatches) {
        ParameterMemory memory = new ParameterMemory();
        try {
            memory.writeAll(device, dispatches);
            return memory;
        } catch (RuntimeException e) {
            memory.destroy();
            throw e;
        }
    }

    private void writeAll(VulkanDevice device, List<Dispatch> dispatches) {
        if (dispatches.stream().anyMatch(Dispatch::reports)) {
            status = VulkanBuffer.forKernels(device, Integer.BYTES);
            device.write(status, MemorySegment.ofArray(new byte[Integer.BYTES]));
        }
        int most = (int) (device.info().limits().maxAllocationBytes() / BLOCK_BYTES);
        for (int from = 0; from < dispatches.size(); from += most) {
            writeSome(device, dispatches.subList(from, Math.min(from + most, dispatches.size())));
        }
    }

    private void writeSome(VulkanDevice device, List<Dispatch> dispatches) {
        VulkanBuffer buffer = VulkanBuffer.forKernels(device, dispatches.size() * BLOCK_BYTES);
        buffers.add(buffer);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment blocks = arena.allocate(dispatches.size() * BLOCK_BYTES);
            for (int i = 0; i < dispatches.size(); i++) {
                MemorySegment block = blocks.asSlice(i * BLOCK_BYTES, BLOCK_BYTES);
                Dispatch dispatch = dispatches.get(i);
                MemorySegment.copy(dispatch.parameters(), 0, block, ValueLayout.JAVA_INT, 0, Dispatch.PARAMETER_WORDS);
                if (dispatch.reports() && status != null) {
                    block.set(
                            ValueLayout.JAVA_LONG_UNALIGNED, (long) Dispatch.STATUS * Integer.BYTES, status.address());
                }
                addresses.add(buffer.address() + i * BLOCK_BYTES);
            }
            device.write(buffer, blocks);
        }
    }

    /** Where the parameters of the dispatch of that number are. */
    long address(int dispatch) {
        return addresses.get(dispatch);
    }

    /** The word for reports: 0, or one more than the number of a step. Null where no kernel reports. */
    @Nullable
    VulkanBuffer status() {
        return status;
    }

    void destroy() {
        buffers.forEach(VulkanBuffer::destroy);
        if (status != null) {
            status.destroy();
        }
    }
}
