package io.tandem.benchmarks.harness;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Waits between two sides until this process rests. Worker threads of libraries go on spinning after a call (OpenBLAS's
 * and ONNX Runtime's for up to a second) and would take a core from whoever is measured next.
 */
@FunctionalInterface
public interface Quiet {
    /** Returns when the process rests, or after three seconds. */
    void await() throws InterruptedException;

    /** Watches the processor time that this process uses. */
    static Quiet ofProcess() {
        return () -> {
            long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
            while (busyShare(Duration.ofMillis(10)) > 0.2 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
        };
    }

    private static double busyShare(Duration window) throws InterruptedException {
        long used = processorNanos();
        long start = System.nanoTime();
        Thread.sleep(window);
        return (double) (processorNanos() - used) / (System.nanoTime() - start);
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }
}
