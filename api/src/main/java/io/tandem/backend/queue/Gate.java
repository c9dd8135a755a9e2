package io.tandem.backend.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps a driver's objects alive while threads use them: every use lies between {@link #enter} and {@link #leave}, and
 * {@link #close} waits until all are out and lets nobody in again. A use must be short: a long wait is many short ones.
 */
public final class Gate {
    private final String name;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** An open gate before the thing of that name. */
    public Gate(String name) {
        this.name = name;
    }

    /**
     * Goes in. A thread may go in more than once.
     *
     * @throws IllegalStateException if the gate is closed; the message has the name
     */
    public void enter() {
        if (!tryEnter()) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    /** Goes in if the gate is open. */
    public boolean tryEnter() {
        lock.readLock().lock();
        if (closed) {
            lock.readLock().unlock();
            return false;
        }
        return true;
    }

    /** Goes out. */
    public void leave() {
        lock.readLock().unlock();
    }

    /** Whether nobody gets in any more. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Lets nobody in any more and waits until all are out.
     *
     * @return false if some still were in after that time; they may still be
     */
    public boolean close(long timeoutMillis) {
        closed = true;
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        try {
            while (true) {
                try {
                    boolean empty = lock.writeLock().tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (empty) {
                        lock.writeLock().unlock();
                    }
                    return empty;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
