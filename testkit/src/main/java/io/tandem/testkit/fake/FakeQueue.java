package io.tandem.testkit.fake;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Event;
import io.tandem.backend.Executable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Runs commands one after the other on a thread of its own, each as long as the device's latency says. */
final class FakeQueue implements CommandQueue {
    private final OpenFakeDevice device;
    private final CommandQueue delegate;
    private final LinkedBlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final Thread thread;
    private boolean closed;

    /** Something to do; the one without an event ends the thread. */
    private record Command(
            FakeCall call,
            String name,
            Runnable action,
            List<Event> after,
            @Nullable BackendException planned,
            @Nullable FakeEvent event) {}

    FakeQueue(OpenFakeDevice device, CommandQueue delegate) {
        this.device = device;
        this.delegate = delegate;
        this.thread =
                Thread.ofPlatform().daemon().name(device.info().id() + " queue").start(this::work);
    }

    @Override
    public Event upload(MemorySegment source, BufferSlice target, List<Event> after) {
        requireEqual("upload", source.byteSize(), target.bytes());
        BufferSlice slice = device.delegateSlice(target);
        FakeBuffer buffer = device.buffer(target);
        return submit(FakeCall.UPLOAD, "upload", after, () -> {
            await(delegate.upload(source, slice, List.of()));
            device.hardware().ledger().uploaded(buffer.usage(), target.bytes());
        });
    }

    @Override
    public Event download(BufferSlice source, MemorySegment target, List<Event> after) {
        requireEqual("download", source.bytes(), target.byteSize());
        BufferSlice slice = device.delegateSlice(source);
        return submit(FakeCall.DOWNLOAD, "download", after, () -> {
            await(delegate.download(slice, target, List.of()));
            device.hardware().ledger().downloaded(source.bytes());
        });
    }

    @Override
    public Event copy(BufferSlice source, BufferSlice target, List<Event> after) {
        requireEqual("copy", source.bytes(), target.bytes());
        BufferSlice from = device.delegateSlice(source);
        BufferSlice to = device.delegateSlice(target);
        return submit(FakeCall.COPY, "copy", after, () -> {
            await(delegate.copy(from, to, List.of()));
            device.hardware().ledger().copied(source.bytes());
        });
    }

    @Override
    public Event fill(BufferSlice target, byte value, List<Event> after) {
        BufferSlice slice = device.delegateSlice(target);
        return submit(FakeCall.FILL, "fill", after, () -> await(delegate.fill(slice, value, List.of())));
    }

    @Override
    public Event execute(Executable program, List<Event> after) {
        if (!(program instanceof FakeExecutable executable) || executable.device() != device) {
            throw new IllegalArgumentException(
                    "The program was not compiled on " + device.info().id());
        }
        executable.requireOpen();
        return submit(FakeCall.EXECUTE, executable.name(), after, () -> executable.run(delegate));
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            commands.add(new Command(FakeCall.FILL, "close", () -> {}, List.of(), null, null));
        }
        joinThread();
        delegate.close();
        device.forget(this);
        device.hardware().ledger().queueOpened(-1);
    }

    private synchronized Event submit(FakeCall call, String name, List<Event> after, Runnable action) {
        device.requireOpen();
        if (closed) {
            throw new IllegalStateException("A queue of " + device.info().id() + " is closed");
        }
        for (Event event : after) {
            boolean own = event instanceof FakeEvent fake && device.canUse(fake.device());
            if (!own && !Event.isSettled(event)) {
                throw new IllegalArgumentException(
                        "An event of another device than " + device.info().id());
            }
        }
        device.hardware().ledger().submitted(call);
        FakeEvent event = new FakeEvent(device);
        BackendException planned = device.hardware().fault(call).orElse(null);
        commands.add(new Command(call, name, action, List.copyOf(after), planned, event));
        return event;
    }

    private void work() {
        try {
            for (Command command = commands.take(); command.event() != null; command = commands.take()) {
                command.event().complete(outcome(command));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts this thread", e);
        }
    }

    private @Nullable BackendException outcome(Command command) throws InterruptedException {
        FakeDevice hardware = device.hardware();
        try {
            command.after().forEach(FakeQueue::await);
            requireNotLost();
            long start = System.nanoTime();
            if (command.planned() != null) {
                hardware.busyUntil(start + hardware.latencyNanos(command.call()));
                throw hardware.suffered(command.planned());
            }
            command.action().run();
            hardware.busyUntil(start + hardware.latencyNanos(command.call()));
            requireNotLost();
            hardware.ledger().busy(command.call(), command.name(), start, System.nanoTime());
            return null;
        } catch (BackendException e) {
            return translated(e);
        } catch (RuntimeException e) {
            return new BackendException(
                    Kind.INTERNAL,
                    device.info().id(),
                    command.name() + " failed on " + device.info().id() + ": " + e.getMessage() + ". See the cause",
                    e);
        }
    }

    /** The delegate's failure as this device's own. */
    private BackendException translated(BackendException failure) {
        return failure.deviceId().equals(device.info().id())
                ? failure
                : new BackendException(
                        failure.kind(), device.info().id(), String.valueOf(failure.getMessage()), failure);
    }

    private void requireNotLost() {
        if (device.isLost()) {
            throw device.hardware().lostFailure();
        }
    }

    private static void await(Event event) {
        event.await(Long.MAX_VALUE);
    }

    private static void requireEqual(String name, long source, long target) {
        if (source != target) {
            throw new IllegalArgumentException(name + " of " + source + " bytes to " + target + " bytes");
        }
    }

    private void joinThread() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
