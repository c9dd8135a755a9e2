package io.tandem.backend.vulkan;

import io.tandem.backend.DeviceInfo;
import io.tandem.testkit.process.DeviceCycles;
import java.io.IOException;
import java.util.Map;

/** A program that opens, uses and closes a device again and again: {@code VulkanCycles backend|driver CYCLES...}. */
final class VulkanCycles {
    private VulkanCycles() {}

    public static void main(String[] arguments) throws IOException {
        DeviceInfo info = ValidatedDevice.devices(Map.of()).getFirst();
        DeviceCycles.run(
                arguments,
                Map.of(
                        "backend",
                        () -> DeviceCycles.cycle(new VulkanProvider(), info),
                        "driver",
                        new DriverCycle(info)));
    }
}
