package io.tandem.testkit.reference;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Runs each command before it returns, so every event of this device is settled. */
final class ReferenceQueue implements CommandQueue {
    private final ReferenceDevice device;
    private volatile boolean closed;

    ReferenceQueue(ReferenceDevice device) {
        this.device = device;
    }

    @Override
    public Event upload(MemorySegment source, BufferSlice target, List<Event> after) {
        requireOpen();
        return copyNow("upload", source, device.memory(target), after);
    }

    @Override
    public Event download(BufferSlice source, MemorySegment target, List<Event> after) {
        requireOpen();
        return copyNow("download", device.memory(source), target, after);
    }

    @Override
    public Event copy(BufferSlice source, BufferSlice target, List<Event> after) {
        requireOpen();
        return copyNow("copy", device.memory(source), device.memory(target), after);
    }

    @Override
    public Event fill(BufferSlice target, byte value, List<Event> after) {
        requireOpen();
        MemorySegment memory = device.memory(target);
        return run("fill", after, () -> memory.fill(value));
    }

    @Override
    public Event execute(Executable program, List<Event> after) {
        requireOpen();
        if (!(program instanceof ReferenceExecutable executable) || executable.device() != device) {
            throw new IllegalArgumentException(
                    "The program was not compiled on " + device.info().id());
        }
        executable.requireOpen();
        return run("execute", after, executable::run);
    }

    @Override
    public void close() {
        closed = true;
    }

    private Event copyNow(String name, MemorySegment source, MemorySegment target, List<Event> after) {
        if (source.byteSize() != target.byteSize()) {
            throw new IllegalArgumentException(
                    name + " of " + source.byteSize() + " bytes to " + target.byteSize() + " bytes");
        }
        return run(name, after, () -> target.copyFrom(source));
    }

    private Event run(String name, List<Event> after, Runnable command) {
        for (Event event : after) {
            if (!Event.isSettled(event)) {
                throw new IllegalArgumentException(
                        "An event of another device than " + device.info().id());
            }
        }
        try {
            after.forEach(event -> event.await(0));
            command.run();
            return Event.completed();
        } catch (BackendException e) {
            return Event.failed(e);
        } catch (RuntimeException e) {
            return Event.failed(new BackendException(
                    BackendException.Kind.INTERNAL,
                    device.info().id(),
                    name + " failed on " + device.info().id() + ": " + e.getMessage()
                            + ". This is a fault of the kernel",
                    e));
        }
    }

    private void requireOpen() {
        device.requireOpen();
        if (closed) {
            throw new IllegalStateException("A queue of " + device.info().id() + " is closed");
        }
    }
}
