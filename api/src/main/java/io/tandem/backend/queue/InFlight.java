package io.tandem.backend.queue;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a queue has submitted and not yet seen done, in order. Everything under the queue's lock. */
final class InFlight {
    /** A submission: the event of its command, its staging memory, and the memory that a download still has to fill. */
    record Part(
            long number,
            QueueEvent event,
            boolean isLast,
            long stagingPosition,
            long stagingBytes,
            @Nullable MemorySegment target) {}

    private static final long NO_STAGING = -1;

    private final NativeQueue driver;
    private final String deviceId;
    private final Deque<Part> parts = new ArrayDeque<>();
    private @Nullable StagingRing ring;
    private @Nullable MemorySegment staging;
    private int downloads;

    InFlight(NativeQueue driver, String deviceId) {
        this.driver = driver;
        this.deviceId = deviceId;
    }

    NativeQueue driver() {
        return driver;
    }

    /** The largest piece of staging memory that {@link #takeStaging} gives. */
    long largestPiece() {
        return ring().largestPiece();
    }

    /** A piece of staging memory, or -1 if there is none until older parts are done. */
    long takeStaging(long bytes) {
        return ring().take(bytes);
    }

    long stagingOffset(long position) {
        return ring().offset(position);
    }

    MemorySegment staging(long position, long bytes) {
        if (staging == null) {
            staging = driver.staging();
        }
        return staging.asSlice(ring().offset(position), bytes);
    }

    private StagingRing ring() {
        if (ring == null) {
            ring = new StagingRing(driver.staging().byteSize());
        }
        return ring;
    }

    void add(QueueEvent event, long number) {
        add(new Part(number, event, true, NO_STAGING, 0, null));
    }

    void addUpload(QueueEvent event, long number, long position, long bytes, boolean isLast) {
        add(new Part(number, event, isLast, position, bytes, null));
    }

    void addDownload(QueueEvent event, long number, long position, MemorySegment target, boolean isLast) {
        downloads++;
        add(new Part(number, event, isLast, position, target.byteSize(), target));
    }

    private void add(Part part) {
        parts.add(part);
        if (part.isLast()) {
            part.event().submitted(part.number(), part.target() != null);
        }
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether memory of the host waits to be filled, so that commands that read it must not start yet. */
    boolean movesHostMemory() {
        return downloads > 0;
    }

    /** The oldest part. */
    @Nullable
    Part oldest() {
        return parts.peek();
    }

    /** Finishes the oldest part, with which the device is done: fills the host's memory and settles the event. */
    void retire(Part part) {
        parts.remove();
        BackendException failure = driver.retire(part.number());
        if (part.target() != null) {
            downloads--;
            if (failure == null && !part.event().isSettled()) {
                failure = fill(part.target(), part);
            }
        }
        if (part.stagingPosition() != NO_STAGING) {
            ring().giveBack(part.stagingPosition(), part.stagingBytes());
        }
        if (failure != null || part.isLast()) {
            part.event().settle(failure);
        }
    }

    private @Nullable BackendException fill(MemorySegment target, Part part) {
        try {
            HostCopy.copy(staging(part.stagingPosition(), part.stagingBytes()), target);
            return null;
        } catch (RuntimeException e) {
            return new BackendException(
                    Kind.INTERNAL, deviceId, "A download's memory was closed before its event was done.", e);
        }
    }

    /** Fails everything. */
    void fail(BackendException failure) {
        parts.forEach(part -> part.event().settle(failure));
        parts.clear();
        downloads = 0;
    }
}
