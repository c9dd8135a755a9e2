package io.tandem.backend.cpu;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs each command before it returns, so every event of this device is settled. */
final class CpuQueue implements CommandQueue {
    private final CpuDevice device;
    private volatile boolean closed;

    CpuQueue(CpuDevice device) {
        this.device = device;
    }

    @Override
    public Event upload(MemorySegment source, BufferSlice target, List<Event> after) {
        return move("upload", source, memory(target), after);
    }

    @Override
    public Event download(BufferSlice source, MemorySegment target, List<Event> after) {
        return move("download", memory(source), target, after);
    }

    @Override
    public Event copy(BufferSlice source, BufferSlice target, List<Event> after) {
        return move("copy", memory(source), memory(target), after);
    }

    private Event move(String command, MemorySegment source, MemorySegment target, List<Event> after) {
        if (source.byteSize() != target.byteSize()) {
            throw new IllegalArgumentException(
                    "Cannot " + command + " " + source.byteSize() + " bytes to " + target.byteSize());
        }
        BackendException failure = failureOf(after);
        if (failure != null) {
            return Event.failed(failure);
        }
        target.copyFrom(source);
        return Event.completed();
    }

    @Override
    public Event fill(BufferSlice target, byte value, List<Event> after) {
        MemorySegment memory = memory(target);
        BackendException failure = failureOf(after);
        if (failure != null) {
            return Event.failed(failure);
        }
        memory.fill(value);
        return Event.completed();
    }

    @Override
    public Event execute(Executable program, List<Event> after) {
        requireOpen();
        if (!(program instanceof CpuExecutable executable) || executable.device() != device) {
            throw new IllegalArgumentException(
                    "The program was not compiled on " + device.info().id());
        }
        executable.requireOpen();
        BackendException failure = failureOf(after);
        if (failure != null) {
            return Event.failed(failure);
        }
        try {
            executable.run();
            return Event.completed();
        } catch (BackendException e) {
            return Event.failed(e);
        } catch (RuntimeException | Error e) {
            return Event.failed(fault(e));
        }
    }

    private BackendException fault(Throwable e) {
        String id = device.info().id();
        return new BackendException(
                BackendException.Kind.INTERNAL,
                id,
                "Running a program failed on " + id + ": " + e + ". This is a fault of a kernel, please report it",
                e);
    }

    /** The first failure among events, which are all settled. */
    private @Nullable BackendException failureOf(List<Event> after) {
        BackendException failure = null;
        for (int i = 0; i < after.size(); i++) {
            Event event = after.get(i);
            if (!Event.isSettled(event)) {
                throw new IllegalArgumentException(
                        "An event of another device than " + device.info().id());
            }
            try {
                event.await(0);
            } catch (BackendException e) {
                failure = failure == null ? e : failure;
            }
        }
        return failure;
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
