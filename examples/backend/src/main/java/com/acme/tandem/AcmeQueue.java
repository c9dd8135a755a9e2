package com.acme.tandem;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Runs each command before it returns. */
final class AcmeQueue implements CommandQueue {
    private final AcmeDevice device;
    private volatile boolean closed;

    AcmeQueue(AcmeDevice device) {
        this.device = device;
    }

    @Override
    public Event upload(MemorySegment source, BufferSlice target, List<Event> after) {
        return copy(source, memory(target), after);
    }

    @Override
    public Event download(BufferSlice source, MemorySegment target, List<Event> after) {
        return copy(memory(source), target, after);
    }

    @Override
    public Event copy(BufferSlice source, BufferSlice target, List<Event> after) {
        return copy(memory(source), memory(target), after);
    }

    private Event copy(MemorySegment source, MemorySegment target, List<Event> after) {
        if (source.byteSize() != target.byteSize()) {
            throw new IllegalArgumentException(
                    "Cannot copy " + source.byteSize() + " bytes to " + target.byteSize() + " bytes");
        }
        return run(after, () -> target.copyFrom(source));
    }

    @Override
    public Event fill(BufferSlice target, byte value, List<Event> after) {
        MemorySegment memory = memory(target);
        return run(after, () -> memory.fill(value));
    }

    @Override
    public Event execute(Executable program, List<Event> after) {
        requireOpen();
        if (!(program instanceof AcmeProgram own) || own.device() != device) {
            throw new IllegalArgumentException(
                    "The program was not compiled on " + device.info().id());
        }
        own.requireOpen();
        return run(after, own::run);
    }

    private Event run(List<Event> after, Runnable command) {
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
        } catch (BackendException failure) {
            return Event.failed(failure);
        } catch (RuntimeException fault) {
            String id = device.info().id();
            return Event.failed(new BackendException(
                    BackendException.Kind.INTERNAL, id, "A command failed on " + id + ": " + fault, fault));
        }
    }

    private MemorySegment memory(BufferSlice slice) {
        requireOpen();
        return device.memory(slice);
    }

    private void requireOpen() {
        device.requireOpen();
        if (closed) {
            throw new IllegalStateException("A queue of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
