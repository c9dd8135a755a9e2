package io.tandem.backend.cpu.work;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run the pieces of one piece of work at a time. The caller takes part, and whoever is free takes the next
 * piece, so that a core that is busy elsewhere costs its share and no more.
 *
 * <p>A thread without work spins for some microseconds, because waking a spinning thread takes 0.1 µs and a parked one 3,
 * and then parks, because threads that only spin stand in the way of the others when the machine is shared (8 ms instead
 * of 0.4 for an operation). A run allocates nothing.
 */
public final class WorkerPool implements AutoCloseable {
    /** Longer than the gap between two nodes of a graph, far shorter than a scheduler's time slice. */
    private static final long SPIN_NANOS = 30_000;

    private static final VarHandle STATE;
    private static final VarHandle DONE;
    private static final VarHandle BUSY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(WorkerPool.class, "state", long.class);
            DONE = lookup.findVarHandle(WorkerPool.class, "done", int.class);
            BUSY = lookup.findVarHandle(WorkerPool.class, "busy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long spinNanos;
    private final Worker[] workers;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** The number of the run in the upper half, the next piece to take in the lower. */
    private volatile long state;

    private volatile int done;
    private volatile boolean busy;
    private volatile boolean closed;
    private volatile @Nullable Thread waiting;

    // Written before state, read after it.
    private @Nullable Work work;
    private int pieces;

    /** A pool of {@code threads} threads, the caller's included. */
    public WorkerPool(int threads) {
        // With more threads than cores, a spinning one only keeps another from its work.
        spinNanos = threads > Runtime.getRuntime().availableProcessors() ? 0 : SPIN_NANOS;
        workers = new Worker[threads - 1];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(i);
            workers[i].thread.start();
        }
    }

    /** The number of threads that run pieces, the caller's included. */
    public int threads() {
        return workers.length + 1;
    }

    boolean owns(Thread thread) {
        for (Worker worker : workers) {
            if (worker.thread == thread) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs all pieces and returns when they are done. The first throwable of a piece is thrown here; pieces not yet begun
     * are then left out. When another thread is using the workers, the caller does all pieces itself.
     *
     * @throws IllegalStateException if the pool is closed
     */
    public void run(Work newWork) {
        int count = newWork.pieces();
        if (count == 1 || workers.length == 0 || !BUSY.compareAndSet(this, false, true)) {
            for (int piece = 0; piece < count; piece++) {
                newWork.run(piece, 0);
            }
            return;
        }
        try {
            if (closed) {
                throw new IllegalStateException("The worker pool is closed");
            }
            share(newWork, count);
        } finally {
            busy = false;
        }
    }

    private void share(Work newWork, int count) {
        // No piece of the last run is left, so that a thread which still looks for one does not take the new work for
        // it.
        state |= Integer.MAX_VALUE;
        work = newWork;
        pieces = count;
        done = 0;
        long run = (state >>> 32) + 1 & 0xFFFFFFFFL;
        state = run << 32;
        wake(0);
        takePieces(run, 0);
        awaitDone(count);
        work = null;
        Throwable thrown = failure.get();
        if (thrown != null) {
            failure.set(null);
            throw asUnchecked(thrown);
        }
    }

    private static RuntimeException asUnchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    /** Runs pieces of a run until none is left or the run is over. */
    private void takePieces(long run, int slot) {
        while (true) {
            long seen = state;
            int piece = (int) seen;
            Work current = work;
            if (seen >>> 32 != run || piece >= pieces || current == null) {
                return;
            }
            // Whoever wins this piece holds up the end of the run, so that work and pieces are this run's.
            if (STATE.compareAndSet(this, seen, seen + 1)) {
                runPiece(current, piece, slot);
            }
        }
    }

    private void runPiece(Work current, int piece, int slot) {
        try {
            if (failure.get() == null) {
                current.run(piece, slot);
            }
        } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
        } finally {
            int count = pieces;
            if ((int) DONE.getAndAdd(this, 1) + 1 == count) {
                Thread caller = waiting;
                if (caller != null) {
                    LockSupport.unpark(caller);
                }
            }
        }
    }

    private void awaitDone(int count) {
        long start = System.nanoTime();
        while (done != count) {
            if (System.nanoTime() - start < spinNanos) {
                Thread.onSpinWait();
                continue;
            }
            waiting = Thread.currentThread();
            if (done != count) {
                LockSupport.park(this);
            }
            waiting = null;
        }
    }

    /** Wakes worker {@code index} if it is parked; each wakes two more, so that no one wakes them all. */
    private void wake(int index) {
        if (index < workers.length) {
            Worker worker = workers[index];
            if (worker.parked) {
                LockSupport.unpark(worker.thread);
            }
        }
    }

    /** Stops the threads and waits for them. */
    @Override
    public void close() {
        closed = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
        }
        boolean interrupted = false;
        for (Worker worker : workers) {
            while (worker.thread.isAlive()) {
                try {
                    worker.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Worker implements Runnable {
        private final int index;
        private final Thread thread;
        private volatile boolean parked;

        Worker(int index) {
            this.index = index;
            this.thread = Thread.ofPlatform()
                    .name("tandem-cpu-" + (index + 1))
                    .daemon()
                    .unstarted(this);
        }

        @Override
        public void run() {
            long last = 0;
            while (!closed) {
                long run = awaitRunAfter(last);
                if (run != last) {
                    wake(2 * index + 1);
                    wake(2 * index + 2);
                    takePieces(run, index + 1);
                    last = run;
                }
            }
        }

        /** The number of the current run once it is not {@code last}, or {@code last} after waking up for nothing. */
        private long awaitRunAfter(long last) {
            long start = System.nanoTime();
            do {
                long run = state >>> 32;
                if (run != last) {
                    return run;
                }
                Thread.onSpinWait();
            } while (System.nanoTime() - start < spinNanos);
            parked = true;
            if (state >>> 32 == last && !closed) {
                LockSupport.park(WorkerPool.this);
            }
            parked = false;
            return state >>> 32;
        }
    }
}
