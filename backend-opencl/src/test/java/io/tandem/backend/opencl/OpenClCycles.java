package io.tandem.backend.opencl;

import io.tandem.backend.DeviceInfo;
import io.tandem.testkit.process.DeviceCycles;
import java.io.IOException;
import java.util.Map;

/** A program that opens, uses and closes a device again and again: {@code OpenClCycles backend|driver CYCLES...}. */
final class OpenClCycles {
    private OpenClCycles() {}

    public static void main(String[] arguments) throws IOException {
        DeviceInfo info = TestDevice.devices(Map.of()).getFirst();
        DeviceCycles.run(
                arguments,
                Map.of(
                        "backend",
                        () -> DeviceCycles.cycle(new OpenClProvider(), info),
                        "driver",
                        new DriverCycle(info)));
    }
}
