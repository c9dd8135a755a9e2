package io.tandem.backend.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** The commands that could not be submitted at once, in order, and the thread that submits them. */
final class Backlog {
    /** How long the thread stays without work. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final OrderedCommands commands;
    private final String threadName;
    private final Lock lock;
    private final Condition changed;
    private final Deque<Command> waiting = new ArrayDeque<>();
    private @Nullable Thread worker;

    /** A backlog guarded by {@code lock}; {@code changed} is signalled when it changes. */
    Backlog(OrderedCommands commands, String deviceId, Lock lock, Condition changed) {
        this.commands = commands;
        this.threadName = "tandem-backlog-" + deviceId;
        this.lock = lock;
        this.changed = changed;
    }

    /** Under the lock. */
    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Under the lock. */
    void add(Command command) {
        waiting.add(command);
        changed.signalAll();
        if (worker == null) {
            worker = Thread.ofPlatform().daemon().name(threadName).start(this::workOff);
        }
    }

    /** Whether {@code command} is the oldest. Under the lock. */
    boolean isHead(Command command) {
        return waiting.peek() == command;
    }

    /** Takes the oldest command out, which is submitted or has failed. Under the lock. */
    void removeHead() {
        waiting.remove();
        changed.signalAll();
    }

    /** Takes all commands out. Under the lock. */
    Deque<Command> drain() {
        Deque<Command> drained = new ArrayDeque<>(waiting);
        waiting.clear();
        changed.signalAll();
        return drained;
    }

    private void workOff() {
        try {
            for (Command head = nextOrEnd(); head != null; head = nextOrEnd()) {
                commands.sweep();
                if (!commands.advanceHead(head)) {
                    commands.waitFor(head);
                }
            }
        } catch (IllegalStateException e) {
            // The device is being closed, and what is left here with it.
        }
    }

    /** The oldest command, waiting for one; null ends the thread. */
    private @Nullable Command nextOrEnd() {
        lock.lock();
        try {
            long left = IDLE_NANOS;
            while (waiting.isEmpty() && left > 0 && !commands.isClosed()) {
                left = changed.awaitNanos(left);
            }
            if (waiting.isEmpty()) {
                worker = null;
            }
            return waiting.peek();
        } catch (InterruptedException e) {
            // Nobody has this thread to interrupt it.
            worker = null;
            return null;
        } finally {
            lock.unlock();
        }
    }
}
