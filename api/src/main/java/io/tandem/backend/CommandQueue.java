package io.tandem.backend;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Runs commands in the order in which they are submitted. Used by one thread at a time; different queues of one device may
 * be used by different threads at once.
 *
 * <p>Each command starts when the commands before it in this queue and all events in {@code after} are done. Submission
 * never waits for the device, except that a synchronous backend may run the command before it returns a completed event.
 * {@code after} holds events of this device, of one that it {@linkplain Device#canUse can use}, or
 * {@linkplain Event#isSettled settled} ones; any other is an {@link IllegalArgumentException}. Lists are read before the
 * call returns and may be reused.
 *
 * <p>Mistakes in the arguments are thrown by the call. Everything else is reported by the event: a command that fails, or
 * whose {@code after} failed, fails its event with a {@link BackendException}, and the queue goes on with the next one that
 * does not depend on it; DEVICE_LOST fails every later command. Memory that a command names lives until its event is done.
 */
public interface CommandQueue extends AutoCloseable {
    /** Copies {@code source} to the device; sizes are equal. */
    Event upload(MemorySegment source, BufferSlice target, List<Event> after);

    /** Copies from the device to {@code target}; sizes are equal. */
    Event download(BufferSlice source, MemorySegment target, List<Event> after);

    /** Copies between buffers of this device, or of one that it can use; sizes are equal and ranges do not overlap. */
    Event copy(BufferSlice source, BufferSlice target, List<Event> after);

    /** Sets every byte to {@code value}. */
    Event fill(BufferSlice target, byte value, List<Event> after);

    /** Runs a program of this device. */
    Event execute(Executable program, List<Event> after);

    /** Waits until the submitted commands are done, then frees the queue. Idempotent. */
    @Override
    void close();
}
