package io.tandem.backend.opencl;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that opens, uses and closes a device and prints the resident memory in KiB after given numbers of cycles. */
final class OpenClCycles {
    private OpenClCycles() {}

    public static void main(String[] arguments) throws IOException {
        DeviceInfo info = TestDevice.devices(Map.of()).getFirst();
        int done = 0;
        for (String argument : arguments) {
            for (int cycles = Integer.parseInt(argument); done < cycles; done++) {
                cycle(info);
            }
            System.gc();
            System.out.println(residentKibibytes());
        }
    }

    private static void cycle(DeviceInfo info) {
        try (Device device = new OpenClProvider().open(info, Map.of());
                CommandQueue queue = device.newQueue();
                DeviceBuffer buffer = device.allocate(1 << 20, BufferUsage.ACTIVATIONS)) {
            queue.fill(buffer.slice(1, 1000), (byte) 1, List.of());
            queue.download(buffer.slice(0, 2000), MemorySegment.ofArray(new byte[2000]), List.of())
                    .await(Long.MAX_VALUE);
        }
    }

    private static long residentKibibytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
