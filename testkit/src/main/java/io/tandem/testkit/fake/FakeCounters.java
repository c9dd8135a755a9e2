package io.tandem.testkit.fake;

import io.tandem.backend.BufferUsage;
import java.util.Map;

/**
 * What a {@link FakeDevice} has done so far and what is alive on it now.
 *
 * @param uploadedBytes bytes uploaded, by the usage of the buffer that they went to
 * @param uploads uploads, by the usage of the buffer that they went to
 * @param downloadedBytes bytes downloaded
 * @param copiedBytes bytes copied from buffer to buffer, to this device
 * @param commands commands submitted, whether they succeeded or not, by kind
 * @param allocations buffers ever made
 * @param compilations programs ever compiled
 * @param liveBytes bytes of the buffers that are not closed
 * @param peakBytes the largest number of bytes that were alive at once
 * @param liveBuffers buffers that are not closed
 * @param liveExecutables programs that are not closed
 * @param liveQueues queues that are not closed
 * @param openDevices handles that are not closed
 * @param abandoned buffers, programs and queues that only the closing of their device freed
 */
public record FakeCounters(
        Map<BufferUsage, Long> uploadedBytes,
        Map<BufferUsage, Long> uploads,
        long downloadedBytes,
        long copiedBytes,
        Map<FakeCall, Long> commands,
        long allocations,
        long compilations,
        long liveBytes,
        long peakBytes,
        long liveBuffers,
        long liveExecutables,
        long liveQueues,
        long openDevices,
        long abandoned) {
    /** Copies the maps. */
    public FakeCounters {
        uploadedBytes = Map.copyOf(uploadedBytes);
        uploads = Map.copyOf(uploads);
        commands = Map.copyOf(commands);
    }

    /** Bytes uploaded to buffers of one usage. */
    public long uploadedBytes(BufferUsage usage) {
        return uploadedBytes.getOrDefault(usage, 0L);
    }

    /** Uploads to buffers of one usage. */
    public long uploads(BufferUsage usage) {
        return uploads.getOrDefault(usage, 0L);
    }

    /** Bytes uploaded in all. */
    public long allUploadedBytes() {
        return sum(uploadedBytes);
    }

    /** Commands of one kind. */
    public long commands(FakeCall call) {
        return commands.getOrDefault(call, 0L);
    }

    /** Commands in all. */
    public long allCommands() {
        return sum(commands);
    }

    /** Whether nothing is alive, handles included. */
    public boolean nothingAlive() {
        return liveBuffers == 0 && liveExecutables == 0 && liveQueues == 0 && openDevices == 0;
    }

    private static long sum(Map<?, Long> counts) {
        long sum = 0;
        for (long count : counts.values()) {
            sum += count;
        }
        return sum;
    }
}
