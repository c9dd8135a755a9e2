package io.tandem.backend.vulkan;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Discovery;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A program that finds and uses a device and ends in one way or another. */
final class VulkanProgram {
    private VulkanProgram() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        Map<String, String> options = arguments.length > 1 ? Map.of(VulkanOptions.VALIDATION, arguments[1]) : Map.of();
        VulkanProvider provider = new VulkanProvider();
        Discovery discovery = provider.discover(options);
        // A second time: classes that failed to load fail in another way then.
        System.out.println(provider.discover(options));
        if (arguments[0].equals("discover") || !(discovery instanceof Discovery.Found found)) {
            return;
        }
        Device device = provider.open(found.devices().getFirst(), options);
        CommandQueue queue = device.newQueue();
        DeviceBuffer buffer = device.allocate(1 << 24, BufferUsage.ACTIVATIONS);
        queue.fill(buffer.slice(0, 1 << 24), (byte) 1, List.of()).await(Long.MAX_VALUE);
        System.out.println("used");
        end(arguments[0], device, queue, buffer);
    }

    private static void end(String way, Device device, CommandQueue queue, DeviceBuffer buffer)
            throws InterruptedException, IOException {
        switch (way) {
            case "close" -> device.close();
            case "return" -> {}
            case "exit" -> System.exit(7);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "late" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(VulkanProgram::discoverLate));
                System.exit(7);
            }
            case "busy" -> {
                Thread.ofPlatform().daemon().start(() -> keepBusy(queue, buffer));
                Thread.sleep(200);
                System.exit(7);
            }
            case "signal" -> {
                Thread.ofPlatform().daemon().start(() -> keepBusy(queue, buffer));
                new ProcessBuilder(
                                "kill",
                                "-TERM",
                                String.valueOf(ProcessHandle.current().pid()))
                        .start();
                Thread.sleep(60_000);
            }
            default -> throw new IllegalArgumentException(way);
        }
    }

    /** Asks for devices when all of Vulkan is closed already. */
    private static void discoverLate() {
        try {
            Thread.sleep(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.println("late " + new VulkanProvider().discover(Map.of()));
    }

    private static void keepBusy(CommandQueue queue, DeviceBuffer buffer) {
        while (true) {
            queue.fill(buffer.slice(1, (1 << 24) - 1), (byte) 1, List.of()).await(Long.MAX_VALUE);
        }
    }
}
