package io.tandem.backend.queue;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells when a command of an {@link InOrderQueue} is done. It is settled by whoever looks first. */
final class QueueEvent implements Event {
    /** Waits are cut into pieces, so that they see an interrupt and let a device close. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final OrderedCommands commands;

    /** Events whose failure is this one's. Not needed once settled, when it must not keep them from being collected. */
    private volatile List<QueueEvent> dependencies;

    /** The number of the command's last submission, 0 until it is made. */
    private volatile long number;

    private volatile boolean movesHostMemory;
    private @Nullable BackendException failure;
    private volatile boolean settled;

    QueueEvent(OrderedCommands commands, List<QueueEvent> dependencies) {
        this.commands = commands;
        this.dependencies = dependencies;
    }

    /** An event that has ended as {@code other} has. */
    static QueueEvent settled(OrderedCommands commands, Event other) {
        QueueEvent event = new QueueEvent(commands, List.of());
        try {
            other.await(0);
            event.settle(null);
        } catch (BackendException e) {
            event.settle(e);
        }
        return event;
    }

    OrderedCommands commands() {
        return commands;
    }

    List<QueueEvent> dependencies() {
        return dependencies;
    }

    long number() {
        return number;
    }

    /** Notes the command's last submission, and whether the host has to move memory when it is done. */
    void submitted(long submission, boolean thenMovesHostMemory) {
        movesHostMemory = thenMovesHostMemory;
        number = submission;
    }

    boolean isSettled() {
        return settled;
    }

    /** Whether the device can wait for this event by itself. */
    boolean isDeviceSide() {
        return number > 0 && !movesHostMemory;
    }

    /** Whether the device can wait for all that this event depends on by itself. */
    boolean dependsOnDeviceOnly() {
        for (QueueEvent dependency : dependencies) {
            if (!dependency.settled && !dependency.isDeviceSide()) {
                return false;
            }
        }
        return true;
    }

    /** The failure, if it is settled and has failed. */
    @Nullable
    BackendException failureIfSettled() {
        return settled ? failure : null;
    }

    /** The first failure among the settled events that this one depends on. */
    @Nullable
    BackendException failedDependency() {
        for (QueueEvent dependency : dependencies) {
            BackendException failed = dependency.failureIfSettled();
            if (failed != null) {
                return new BackendException(
                        failed.kind(),
                        failed.deviceId(),
                        "A command was not run, as one that it depends on failed: " + failed.getMessage(),
                        failed);
            }
        }
        return null;
    }

    /** Settles the event, with a failure or without. Under the queue's lock; only the first call counts. */
    void settle(@Nullable BackendException ownFailure) {
        if (!settled) {
            failure = ownFailure != null ? ownFailure : failedDependency();
            dependencies = List.of();
            settled = true;
        }
    }

    @Override
    public boolean isDone() {
        if (!settled) {
            commands.sweep();
        }
        return settled;
    }

    @Override
    public boolean await(long timeoutNanos) {
        long start = System.nanoTime();
        while (!isDone()) {
            long left = timeoutNanos == Long.MAX_VALUE ? SLICE_NANOS : timeoutNanos - (System.nanoTime() - start);
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            commands.pause(this, Math.min(left, SLICE_NANOS));
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
