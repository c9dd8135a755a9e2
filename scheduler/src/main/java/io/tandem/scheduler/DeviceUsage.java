package io.tandem.scheduler;

import io.tandem.backend.MemoryInfo;

/**
 * The memory of a device, and what a scheduler holds of it, in bytes.
 *
 * @param device the device's memory as it is now
 * @param weightBytes weights
 * @param sessionBytes arenas and states of the scheduler's sessions
 */
public record DeviceUsage(MemoryInfo device, long weightBytes, long sessionBytes) {
    /** All that the scheduler holds. */
    public long usedBytes() {
        return weightBytes + sessionBytes;
    }
}
