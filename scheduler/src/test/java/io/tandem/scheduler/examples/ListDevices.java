package io.tandem.scheduler.examples;

import io.tandem.backend.DeviceInfo;
import io.tandem.backend.MemoryInfo;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Unavailable;
import java.io.PrintStream;

/** What there is on this machine, with memory, and what is not and why. */
final class ListDevices {
    private ListDevices() {}

    static void run(Devices devices, PrintStream out) {
        // docs: begin
        for (DeviceInfo device : devices.list()) {
            MemoryInfo memory = devices.memory(device.id());
            String free =
                    memory.freeBytes().isPresent() ? memory.freeBytes().getAsLong() / 1_000_000 + " MB" : "unknown";
            out.printf(
                    "%s: %s, %s, %d MB, free: %s%n",
                    device.id(), device.description(), device.kind(), memory.totalBytes() / 1_000_000, free);
        }
        for (Unavailable missing : devices.unavailable()) {
            out.printf("%s is not available: %s%n", missing.description(), missing.reason());
        }
        // docs: end
    }
}
