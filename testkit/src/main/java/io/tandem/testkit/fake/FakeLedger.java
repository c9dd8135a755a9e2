package io.tandem.testkit.fake;

import io.tandem.backend.BufferUsage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what a device does. Safe for any number of threads. */
final class FakeLedger {
    private final String deviceId;
    private final Map<BufferUsage, Long> uploadedBytes = new EnumMap<>(BufferUsage.class);
    private final Map<BufferUsage, Long> uploads = new EnumMap<>(BufferUsage.class);
    private final Map<FakeCall, Long> commands = new EnumMap<>(FakeCall.class);
    private final List<FakeInterval> intervals = new ArrayList<>();
    private long downloadedBytes;
    private long copiedBytes;
    private long allocations;
    private long compilations;
    private long liveBytes;
    private long peakBytes;
    private long liveBuffers;
    private long liveExecutables;
    private long liveQueues;
    private long openDevices;
    private long abandoned;

    FakeLedger(String deviceId) {
        this.deviceId = deviceId;
    }

    synchronized boolean reserve(long bytes, long limit) {
        if (bytes > limit - liveBytes) {
            return false;
        }
        liveBytes += bytes;
        peakBytes = Math.max(peakBytes, liveBytes);
        liveBuffers++;
        allocations++;
        return true;
    }

    synchronized void release(long bytes) {
        liveBytes -= bytes;
        liveBuffers--;
    }

    /** Takes back a reservation for which there was no memory after all. */
    synchronized void unreserve(long bytes) {
        release(bytes);
        allocations--;
    }

    synchronized void compiled() {
        compilations++;
        liveExecutables++;
    }

    synchronized void executableClosed() {
        liveExecutables--;
    }

    synchronized void queueOpened(int change) {
        liveQueues += change;
    }

    synchronized void deviceOpened(int change) {
        openDevices += change;
    }

    synchronized void abandoned() {
        abandoned++;
    }

    synchronized void submitted(FakeCall call) {
        commands.merge(call, 1L, Long::sum);
    }

    synchronized void uploaded(BufferUsage usage, long bytes) {
        uploads.merge(usage, 1L, Long::sum);
        uploadedBytes.merge(usage, bytes, Long::sum);
    }

    synchronized void downloaded(long bytes) {
        downloadedBytes += bytes;
    }

    synchronized void copied(long bytes) {
        copiedBytes += bytes;
    }

    synchronized void busy(FakeCall call, String name, long startNanos, long endNanos) {
        intervals.add(new FakeInterval(deviceId, call, name, startNanos, endNanos));
    }

    synchronized List<FakeInterval> intervals() {
        return List.copyOf(intervals);
    }

    synchronized FakeCounters counters() {
        return new FakeCounters(
                uploadedBytes,
                uploads,
                downloadedBytes,
                copiedBytes,
                commands,
                allocations,
                compilations,
                liveBytes,
                peakBytes,
                liveBuffers,
                liveExecutables,
                liveQueues,
                openDevices,
                abandoned);
    }

    synchronized void reset() {
        uploadedBytes.clear();
        uploads.clear();
        commands.clear();
        intervals.clear();
        downloadedBytes = 0;
        copiedBytes = 0;
        allocations = 0;
        compilations = 0;
        peakBytes = liveBytes;
        abandoned = 0;
    }
}
