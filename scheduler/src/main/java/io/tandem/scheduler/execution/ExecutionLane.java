package io.tandem.scheduler.execution;

import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Lane;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that carries out the commands of one lane of one device, run after run. It spins briefly before it sleeps, and
 * never keeps the JVM alive.
 */
final class ExecutionLane implements AutoCloseable {
    private static final int SPINS = 500;
    private static final long SETTLE_NANOS = 200_000;

    private final LaneRunner runner;
    private final AtomicReferenceArray<@Nullable Work> inbox;
    private final Thread thread;
    private volatile boolean sleeping;
    private volatile boolean closing;
    private long submitted;
    private long taken;

    /** A run's part for this lane. */
    private record Work(RunState run, BoundLane lane) {}

    /**
     * Starts the lane.
     *
     * @param capacity the number of runs that may be going on at once
     */
    ExecutionLane(ActiveDevice device, Lane.Purpose purpose, LanePool pool, int capacity) {
        runner = new LaneRunner(device, pool);
        inbox = new AtomicReferenceArray<>(capacity);
        thread = Thread.ofPlatform()
                .daemon()
                .name("tandem-" + device.id() + "-" + purpose.name().toLowerCase(java.util.Locale.ROOT))
                .unstarted(this::work);
        thread.start();
    }

    /** Hands over a run's part. For one thread at a time; never more than {@code capacity} runs are unfinished. */
    void submit(RunState run, BoundLane lane) {
        int place = (int) (submitted % inbox.length());
        submitted++;
        inbox.set(place, new Work(run, lane));
        wake();
    }

    /** Carries out a run's part on the caller's thread, and waits for it. */
    void carryOutHere(RunState run, BoundLane lane) {
        synchronized (runner) {
            runner.carryOut(run, lane);
            runner.settleAll();
        }
    }

    /** What the lane submits to, for preparations while it is idle. */
    void reserveStaging(long bytes) {
        synchronized (runner) {
            runner.queues().staging().reserve(bytes);
        }
    }

    /** Lets the lane look again at what it waits for. */
    void wake() {
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    /** Sleeps until another lane has published a command, and returns its event. Called on this lane's own thread. */
    io.tandem.backend.Event published(RunState run, int command) {
        io.tandem.backend.Event event = run.event(command);
        for (int i = 0; event == null && i < SPINS; i++) {
            Thread.onSpinWait();
            event = run.event(command);
        }
        while (event == null) {
            sleeping = true;
            event = run.event(command);
            if (event == null) {
                sleep();
                event = run.event(command);
            }
            sleeping = false;
        }
        return event;
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    private void work() {
        while (true) {
            Work work = take();
            if (work == null) {
                return;
            }
            synchronized (runner) {
                runner.carryOut(work.run(), work.lane());
                while (runner.isBusy()) {
                    Work more = poll();
                    if (more != null) {
                        runner.carryOut(more.run(), more.lane());
                    } else {
                        runner.settle(SETTLE_NANOS);
                    }
                }
            }
        }
    }

    private @Nullable Work poll() {
        int place = (int) (taken % inbox.length());
        Work work = inbox.get(place);
        if (work != null) {
            inbox.set(place, null);
            taken++;
        }
        return work;
    }

    private @Nullable Work take() {
        Work work = poll();
        for (int i = 0; work == null && i < SPINS; i++) {
            Thread.onSpinWait();
            work = poll();
        }
        while (work == null && !closing) {
            sleeping = true;
            work = poll();
            if (work == null && !closing) {
                sleep();
                work = poll();
            }
            sleeping = false;
        }
        return work;
    }

    private void sleep() {
        LockSupport.park(this);
        // Nobody has a reason to interrupt a lane; with the flag set it could not sleep.
        Thread.interrupted();
    }

    /** Ends the thread once its work is done, then closes the queues. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        synchronized (runner) {
            runner.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
