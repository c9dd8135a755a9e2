package io.tandem.backend.queue;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver's queue as {@link InOrderQueue} uses it. Each submission starts when all earlier ones of this queue and those
 * in {@code after} are done; it returns at once, with the submission's number. Numbers grow, and submissions are done in
 * the order of their numbers.
 *
 * <p>One thread at a time submits, retires and closes; any thread asks {@link #completed} and waits. A submission that
 * cannot be made, and DEVICE_LOST at any time, is a {@link BackendException}.
 */
public interface NativeQueue {
    /** A submission of another queue of the same device. */
    record Signal(NativeQueue queue, long number) {}

    /**
     * Checks that commands of this queue may use {@code buffer}.
     *
     * @throws IllegalArgumentException if it is of another device
     * @throws IllegalStateException if it is closed
     */
    void check(DeviceBuffer buffer);

    /**
     * Checks that this queue may run {@code program}.
     *
     * @throws IllegalArgumentException if it is of another device
     * @throws IllegalStateException if it is closed
     */
    void check(Executable program);

    /** The same native memory as {@code segment}, for every thread: any of them may come to move it. */
    MemorySegment unconfined(MemorySegment segment);

    /** Memory that both host and device reach, for uploads and downloads. The same on each call. */
    MemorySegment staging();

    /** Copies from staging memory, from {@code stagingOffset} on. */
    long upload(long stagingOffset, BufferSlice target, List<Signal> after);

    /** Copies to staging memory, from {@code stagingOffset} on. */
    long download(BufferSlice source, long stagingOffset, List<Signal> after);

    /** Copies between buffers. */
    long copy(BufferSlice source, BufferSlice target, List<Signal> after);

    /** Sets every byte. */
    long fill(BufferSlice target, byte value, List<Signal> after);

    /** Runs a program. */
    long execute(Executable program, List<Signal> after);

    /** Does nothing, in order. */
    long mark(List<Signal> after);

    /** The number of the last submission that is done. */
    long completed();

    /** Waits until a submission is done, or a little longer than the given time has passed. */
    void await(long number, long timeoutNanos);

    /**
     * Takes back what a submission held. Called once for each, in order, when it is done.
     *
     * @return its failure, if it failed
     */
    @Nullable
    BackendException retire(long number);

    /** Frees the queue. Its submissions are done, or the device is lost. */
    void close();
}
