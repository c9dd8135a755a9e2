package io.tandem.scheduler.examples;

import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import java.io.PrintStream;

/** A scheduler over an ordered list of devices; the CPU is added as the last one. */
final class OrderedList {
    private OrderedList() {}

    static void run(Devices devices, PrintStream out) {
        // docs: begin
        try (Scheduler scheduler = Scheduler.of(devices.select("fake:1,fake:0"))) {
            out.println(scheduler.backendCount() + " devices");
            for (int i = 0; i < scheduler.backendCount(); i++) {
                out.println(i + ": " + scheduler.device(i).id());
            }
            out.print(scheduler.selection().explain());
        }
        // docs: end
    }
}
