package io.tandem.backend.queue;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.Device;
import io.tandem.backend.Event;
import io.tandem.backend.queue.NativeQueue.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands in order without making the caller wait. The calling thread submits what can be submitted at once.
 * Where a command would have to wait on the host (for staging memory, for a download before it, for an event that is not
 * submitted yet), it and those after it go to the backlog, which a thread of its own works off. What is left to do when
 * the device is done (filling a download's memory, taking staging memory back, settling events) is done by whoever looks
 * first: a caller that submits, polls or waits.
 */
final class OrderedCommands {
    /** How long to look at the device before sleeping: a wake-up costs about as much. */
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** How long a queue without work may be in use while it is closed. */
    private static final long CLOSE_MILLIS = 10_000;

    /** The class of events that are of no device, as their outcome is known. */
    private static final Class<?> SETTLED = Event.completed().getClass();

    private final Device device;
    private final Gate gate;
    private final NativeQueue driver;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final InFlight inFlight;
    private final Backlog backlog;
    private @Nullable BackendException lost;
    private boolean closing;

    OrderedCommands(Device device, NativeQueue driver) {
        this.device = device;
        this.gate = new Gate("A queue of " + device.info().id());
        this.driver = driver;
        this.inFlight = new InFlight(driver, device.info().id());
        this.backlog = new Backlog(this, device.info().id(), lock, changed);
    }

    Event submit(Work work, List<Event> after) {
        QueueEvent event = new QueueEvent(this, dependencies(after));
        Command command = new Command(event, work);
        sweep();
        gate.enter();
        lock.lock();
        try {
            if (lost != null) {
                event.settle(lost);
            } else if (!backlog.isEmpty() || !advance(command)) {
                backlog.add(command);
            }
        } finally {
            lock.unlock();
            gate.leave();
        }
        return event;
    }

    /** The events in {@code after} that are not known to have ended well. */
    private List<QueueEvent> dependencies(List<Event> after) {
        List<QueueEvent> dependencies = null;
        for (Event event : after) {
            QueueEvent known = known(event);
            if (!known.isSettled() || known.failureIfSettled() != null) {
                dependencies = dependencies == null ? new ArrayList<>(after.size()) : dependencies;
                dependencies.add(known);
            }
        }
        return dependencies == null ? List.of() : dependencies;
    }

    private QueueEvent known(Event event) {
        if (event instanceof QueueEvent known && device.canUse(known.commands().device)) {
            return known;
        }
        if (event.getClass() == SETTLED) {
            return QueueEvent.settled(this, event);
        }
        throw new IllegalArgumentException(
                "An event to wait for is not of " + device.info().id() + " nor of a device that it can use");
    }

    /** Submits as much of a command as goes without waiting; whether that was all of it, or it failed. Under the lock. */
    private boolean advance(Command command) {
        QueueEvent event = command.event();
        try {
            BackendException failedDependency = event.failedDependency();
            if (failedDependency != null) {
                event.settle(failedDependency);
                return true;
            }
            if (!command.isStarted() && (inFlight.movesHostMemory() || !event.dependsOnDeviceOnly())) {
                return false;
            }
            command.start();
            List<Signal> signals = signals(event.dependencies());
            while (!command.work().isSubmitted()) {
                if (!command.work().submitNext(inFlight, event, signals)) {
                    return false;
                }
            }
        } catch (BackendException e) {
            event.settle(e);
            if (e.kind() == Kind.DEVICE_LOST) {
                lose(e);
            }
        } catch (RuntimeException e) {
            event.settle(new BackendException(
                    Kind.INTERNAL, device.info().id(), "A command could not be submitted: " + e.getMessage(), e));
        }
        return true;
    }

    /** What the device itself has to wait for. This queue's own commands come in order anyway. */
    private List<Signal> signals(List<QueueEvent> dependencies) {
        List<Signal> signals = null;
        for (QueueEvent event : dependencies) {
            if (event.commands() != this && !event.isSettled()) {
                signals = signals == null ? new ArrayList<>(dependencies.size()) : signals;
                signals.add(new Signal(event.commands().driver, event.number()));
            }
        }
        return signals == null ? List.of() : signals;
    }

    /** Finishes all that the device is done with. Never waits for the device. */
    void sweep() {
        gate.enter();
        try {
            InFlight.Part oldest = oldestDone();
            while (oldest != null && settleDependencies(oldest.event())) {
                retire(oldest);
                oldest = oldestDone();
            }
        } catch (BackendException e) {
            lose(e);
        } finally {
            gate.leave();
        }
    }

    private InFlight.@Nullable Part oldestDone() {
        lock.lock();
        try {
            InFlight.Part oldest = inFlight.oldest();
            return oldest != null && oldest.number() <= driver.completed() ? oldest : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Settles what an event depends on, so that a failure there becomes its own. Without the lock: the others have locks of
     * their own, and events depend on older ones only, so this ends.
     */
    private boolean settleDependencies(QueueEvent event) {
        boolean allSettled = true;
        for (QueueEvent dependency : event.dependencies()) {
            allSettled &= dependency.isDone();
        }
        return allSettled;
    }

    private void retire(InFlight.Part part) {
        lock.lock();
        try {
            if (part.equals(inFlight.oldest())) {
                inFlight.retire(part);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Fails all commands, now and later. */
    private void lose(BackendException failure) {
        lock.lock();
        try {
            lost = failure;
            inFlight.fail(failure);
            backlog.drain().forEach(command -> command.event().settle(failure));
        } finally {
            lock.unlock();
        }
    }

    /** Waits a little for an event that was not done a moment ago. */
    void pause(QueueEvent event, long nanos) {
        if (event.number() == 0) {
            pauseUntilChanged(event, nanos);
        } else {
            pauseUntilDone(event.number(), nanos);
        }
    }

    private void pauseUntilChanged(QueueEvent event, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (event.number() == 0 && !event.isSettled() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void pauseUntilDone(long number, long nanos) {
        gate.enter();
        try {
            long start = System.nanoTime();
            while (driver.completed() < number) {
                long spent = System.nanoTime() - start;
                if (spent >= nanos) {
                    return;
                }
                if (spent >= SPIN_NANOS) {
                    driver.await(number, nanos - spent);
                    return;
                }
                Thread.onSpinWait();
            }
        } catch (BackendException e) {
            lose(e);
        } finally {
            gate.leave();
        }
    }

    /** Submits more of the backlog's oldest command; whether it is no longer there. */
    boolean advanceHead(Command head) {
        gate.enter();
        lock.lock();
        try {
            if (backlog.isHead(head)) {
                if (!advance(head)) {
                    return false;
                }
                if (backlog.isHead(head)) {
                    backlog.removeHead();
                }
            }
            return true;
        } finally {
            lock.unlock();
            gate.leave();
        }
    }

    /** Waits a little for what keeps a command from being submitted. */
    void waitFor(Command command) {
        for (QueueEvent dependency : command.event().dependencies()) {
            if (!dependency.isSettled() && !dependency.isDeviceSide()) {
                dependency.commands().pause(dependency, QueueEvent.SLICE_NANOS);
                return;
            }
        }
        pauseUntilOldestDone();
    }

    private void pauseUntilOldestDone() {
        InFlight.Part oldest = oldest();
        if (oldest != null) {
            pauseUntilDone(oldest.number(), QueueEvent.SLICE_NANOS);
        } else {
            LockSupport.parkNanos(SPIN_NANOS);
        }
    }

    private InFlight.@Nullable Part oldest() {
        lock.lock();
        try {
            return inFlight.oldest();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the commands and closes the driver's queue. */
    void close() {
        boolean interrupted = false;
        while (!gate.isClosed() && !isIdle()) {
            sweep();
            pauseUntilOldestDone();
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (isFirstClose() && stop(CLOSE_MILLIS)) {
            driver.close();
        }
    }

    private boolean isFirstClose() {
        lock.lock();
        try {
            boolean first = !closing && !gate.isClosed();
            closing = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return gate.isClosed();
    }

    private boolean isIdle() {
        lock.lock();
        try {
            return backlog.isEmpty() && inFlight.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Lets no thread use the driver's queue any more. */
    boolean stop(long timeoutMillis) {
        boolean stopped = gate.close(timeoutMillis);
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return stopped;
    }
}
