package io.tandem.scheduler.execution;

import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Lane;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the commands of one lane of one device, run after run, on a thread of its own that never keeps the JVM alive;
 * or on that of a caller who would only wait.
 */
final class ExecutionLane implements AutoCloseable {
    private static final long SETTLE_NANOS = 200_000;
    private static final Work END = new Work(null, null);

    private final LaneRunner runner;
    private final AtomicReferenceArray<@Nullable Work> inbox;
    private final Sleeper idle = new Sleeper();
    private final Thread thread;
    private volatile boolean closing;
    private long submitted;
    private long taken;

    /** A run's part for this lane; nothing at the end of all. */
    private record Work(@Nullable RunState run, @Nullable BoundLane lane) {}

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
                .name("tandem-" + device.id() + "-" + purpose.name().toLowerCase(Locale.ROOT))
                .unstarted(this::work);
        thread.start();
    }

    /** Hands over a run's part. For one thread at a time; never more than {@code capacity} runs are unfinished. */
    void submit(RunState run, BoundLane lane) {
        int place = (int) (submitted % inbox.length());
        submitted++;
        inbox.set(place, new Work(run, lane));
        idle.wake();
    }

    /** Carries out a run's part on the caller's thread, and waits for it. Nothing else is going on in this lane. */
    void carryOutHere(RunState run, BoundLane lane) {
        synchronized (runner) {
            runner.carryOut(run, lane);
            runner.settleAll();
        }
    }

    /** Gets ready for staged copies of that size, while nothing is going on. */
    void reserveStaging(long bytes) {
        synchronized (runner) {
            runner.queues().staging().reserve(bytes);
        }
    }

    /** Lets the lane look again at what it waits for. */
    void wake() {
        runner.wake();
    }

    private void work() {
        while (true) {
            Work work = idle.await(this::next);
            RunState run = work.run();
            BoundLane lane = work.lane();
            if (run == null || lane == null) {
                return;
            }
            synchronized (runner) {
                runner.carryOut(run, lane);
                finish();
            }
        }
    }

    /** Sees to the end of what is going on, and of what comes meanwhile. */
    private void finish() {
        while (runner.isBusy()) {
            Work more = poll();
            if (more != null && more.run() != null && more.lane() != null) {
                runner.carryOut(more.run(), more.lane());
            } else {
                runner.settle(SETTLE_NANOS);
            }
        }
    }

    private @Nullable Work next() {
        Work work = poll();
        return work == null && closing ? END : work;
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

    /** Ends the thread once its work is done, then closes the queues. */
    @Override
    public void close() {
        closing = true;
        idle.wake();
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
