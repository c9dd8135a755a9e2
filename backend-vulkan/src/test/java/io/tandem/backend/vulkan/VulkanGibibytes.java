package io.tandem.backend.vulkan;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program that allocates, writes and frees a GiB of device memory, again and again: {@code VulkanGibibytes TIMES}. */
final class VulkanGibibytes {
    private static final int BUFFERS = 16;
    private static final int BYTES = 1 << 26;

    private VulkanGibibytes() {}

    public static void main(String[] arguments) {
        DeviceInfo info = ValidatedDevice.devices(Map.of()).getFirst();
        int times = Integer.parseInt(arguments[0]);
        MemorySegment source = MemorySegment.ofArray(new byte[1 << 20]);
        try (Device device = new VulkanProvider().open(info, Map.of());
                CommandQueue queue = device.newQueue()) {
            for (int i = 0; i < times; i++) {
                List<DeviceBuffer> buffers = new ArrayList<>();
                for (int b = 0; b < BUFFERS; b++) {
                    DeviceBuffer buffer = device.allocate(BYTES, BufferUsage.WEIGHTS);
                    buffers.add(buffer);
                    queue.upload(source, buffer.slice(BYTES - source.byteSize(), source.byteSize()), List.of())
                            .await(Long.MAX_VALUE);
                }
                buffers.forEach(DeviceBuffer::close);
            }
        }
        System.out.println(times + " GiB");
    }
}
