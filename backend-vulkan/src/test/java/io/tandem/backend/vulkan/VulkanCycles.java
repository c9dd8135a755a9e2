package io.tandem.backend.vulkan;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.DeviceInfo;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program that opens a device, runs a program on it ten times and closes it, again and again, and prints the resident
 * memory in KiB after given numbers of cycles: {@code VulkanCycles backend|driver CYCLES...}.
 */
final class VulkanCycles {
    static final int RUNS = 10;

    private VulkanCycles() {}

    public static void main(String[] arguments) throws IOException {
        DeviceInfo info = ValidatedDevice.devices(Map.of()).getFirst();
        Runnable cycle = switch (arguments[0]) {
            case "backend" -> () -> cycle(info);
            case "driver" -> new DriverCycle(info);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        int done = 0;
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            for (int cycles = Integer.parseInt(argument); done < cycles; done++) {
                cycle.run();
            }
            System.gc();
            System.out.println(residentKibibytes());
        }
    }

    private static void cycle(DeviceInfo info) {
        try (Device device = new VulkanProvider().open(info, Map.of());
                CommandQueue queue = device.newQueue();
                DeviceBuffer buffer = device.allocate(1 << 20, BufferUsage.ACTIVATIONS)) {
            queue.fill(buffer.slice(1, 1000), (byte) 1, List.of());
            GraphBuilder graph = Graph.builder();
            Tensor x = graph.input("x", DType.F32, Shape.of(16));
            Tensor root = graph.sqrt(x);
            Program program = new Program(
                    "root",
                    List.of(new Program.Step(
                            Objects.requireNonNull(root.producer()),
                            List.of(Operand.of(x, buffer.slice(0, 64))),
                            Operand.of(root, buffer.slice(0, 64)),
                            null)));
            try (Executable executable = device.compile(program)) {
                for (int run = 0; run < RUNS; run++) {
                    queue.execute(executable, List.of()).await(Long.MAX_VALUE);
                }
            }
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
