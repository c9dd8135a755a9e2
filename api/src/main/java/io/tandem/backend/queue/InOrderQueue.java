package io.tandem.backend.queue;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A {@link CommandQueue} over an asynchronous driver. Checks what callers ask for and hands it on. */
public final class InOrderQueue implements CommandQueue {
    private final NativeQueue driver;
    private final OrderedCommands commands;

    /**
     * A queue of {@code device}.
     *
     * @param driver closed with this queue
     */
    public InOrderQueue(Device device, NativeQueue driver) {
        this.driver = driver;
        this.commands = new OrderedCommands(device, driver);
    }

    @Override
    public Event upload(MemorySegment source, BufferSlice target, List<Event> after) {
        requireEqual(source.byteSize(), target.bytes());
        driver.check(target.buffer());
        return submit(target.bytes(), new Work.Upload(reachable(source), target), after);
    }

    @Override
    public Event download(BufferSlice source, MemorySegment target, List<Event> after) {
        requireEqual(source.bytes(), target.byteSize());
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("The target of a download must not be read-only");
        }
        driver.check(source.buffer());
        return submit(source.bytes(), new Work.Download(source, reachable(target)), after);
    }

    @Override
    public Event copy(BufferSlice source, BufferSlice target, List<Event> after) {
        requireEqual(source.bytes(), target.bytes());
        driver.check(source.buffer());
        driver.check(target.buffer());
        if (source.buffer().equals(target.buffer()) && Math.abs(source.offset() - target.offset()) < source.bytes()) {
            throw new IllegalArgumentException("Ranges overlap: " + source.bytes() + " bytes at " + source.offset()
                    + " and at " + target.offset());
        }
        return submit(source.bytes(), new Work.Single((queue, waits) -> queue.copy(source, target, waits)), after);
    }

    @Override
    public Event fill(BufferSlice target, byte value, List<Event> after) {
        driver.check(target.buffer());
        return submit(target.bytes(), new Work.Single((queue, waits) -> queue.fill(target, value, waits)), after);
    }

    @Override
    public Event execute(Executable program, List<Event> after) {
        driver.check(program);
        return commands.submit(new Work.Single((queue, waits) -> queue.execute(program, waits)), after);
    }

    private Event submit(long bytes, Work work, List<Event> after) {
        return commands.submit(bytes == 0 ? new Work.Single(NativeQueue::mark) : work, after);
    }

    private static void requireEqual(long source, long target) {
        if (source != target) {
            throw new IllegalArgumentException("Sizes differ: source " + source + ", target " + target + " bytes");
        }
    }

    /** The segment as the thread that comes to move its bytes can reach it. */
    private MemorySegment reachable(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("The host memory is closed");
        }
        return segment.isNative() ? driver.unconfined(segment) : segment;
    }

    @Override
    public void close() {
        commands.close();
    }

    /**
     * Stops using the driver's queue without waiting for the commands, whose events are then closed, and without closing
     * it: the device is about to.
     *
     * @return false if a thread was still using it after that time
     */
    public boolean stop(long timeoutMillis) {
        return commands.stop(timeoutMillis);
    }
}
