package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.execution.CompiledPlan;
import io.tandem.scheduler.execution.RunState;
import io.tandem.scheduler.plan.Plan;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Runs plans. A session owns the memory for inputs, activations and outputs, the contents of states (zeros at first) and the
 * compiled plans, and grows them as plans need it; repeating a run allocates nothing on devices.
 *
 * <p>Safe for any number of threads. Runs start in the order of the calls. Closing, from any thread at any time, cancels the
 * runs that go on, waits for their end, and frees everything; afterwards every other method is an
 * {@link IllegalStateException}.
 */
public final class Session implements AutoCloseable {
    private final Scheduler scheduler;
    private final SessionCore core;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean closing;
    private boolean closed;

    Session(Scheduler scheduler, SessionOptions options) {
        this.scheduler = scheduler;
        this.core = new SessionCore(scheduler, options, this::requireOpen);
    }

    /**
     * Runs a plan and waits for its end. The caller's thread carries out one lane's part.
     *
     * @throws IllegalArgumentException if an input is missing or of another graph; nothing has changed then
     * @throws StateException if a state that the plan uses is not {@link StateStatus#VALID}
     * @throws BackendException if memory does not suffice or a device fails
     * @throws CancellationException if the session is closed meanwhile
     */
    public Run run(Plan plan, Inputs inputs) {
        Run run = launch(plan, inputs, true);
        run.await();
        return run;
    }

    /**
     * Starts a run. Returns when the inputs have been copied and a slot of the pipeline is free: at depth 1 when the run
     * before has ended. The failure of the run itself is told by {@link Run#await()}.
     *
     * @throws IllegalArgumentException as {@link #run}
     * @throws StateException as {@link #run}
     * @throws BackendException if memory does not suffice or a device refuses the plan
     */
    public Run start(Plan plan, Inputs inputs) {
        return launch(plan, inputs, false);
    }

    private Run launch(Plan plan, Inputs inputs, boolean here) {
        lock.lock();
        try {
            requireOpen();
            return new Run(this, core.launch(plan, inputs, here), plan, inputs);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gets ready for a plan, so that its first run allocates nothing: loads weights, allocates states, grows arenas, compiles.
     * Waits for runs that go on if arenas have to grow. States that are there and results keep their contents.
     *
     * @throws BackendException if memory does not suffice or a device refuses the plan; what was there before is as it was
     */
    public void reserve(Plan plan) {
        locked(() -> core.ready(plan));
    }

    /** Waits until no run is going on; their failures are told by {@link Run#await()}. */
    public void synchronize() {
        locked(() -> {
            core.runs().awaitIdle();
            return core;
        });
    }

    /**
     * Plans again what a failed run was to do, on the devices that are left, and starts it with the same inputs, which are
     * read again. States of lost devices are {@link StateStatus#LOST}: reset or restore them first, after
     * {@link #replan(Plan)}.
     *
     * @throws io.tandem.scheduler.plan.PlacementException if a pin to a lost device names no alternative, or what is left does
     *     not suffice
     * @throws StateException if a state is lost
     */
    public Run recover(Run failed) {
        return start(replan(failed.asked()), failed.inputs());
    }

    /**
     * Plans again what {@code plan} does, on the devices that are left. States of lost devices get another home.
     *
     * @throws io.tandem.scheduler.plan.PlacementException as {@link #recover}
     */
    public Plan replan(Plan plan) {
        requireOpen();
        scheduler.lostDevices().forEach(device -> scheduler.homes().forget(device.id()));
        return scheduler.replan(plan, "planned again without " + scheduler.lostDevices());
    }

    /** Reads an output of the latest run that has it, as {@link Run#readFloats}. */
    public float[] readFloats(Tensor output) {
        return readFloats(latest(output), output);
    }

    /** Reads an output of the latest run that has it, as {@link Run#readInts}. */
    public int[] readInts(Tensor output) {
        return readInts(latest(output), output);
    }

    /** Reads an output of the latest run that has it, as {@link Run#read}. */
    public void read(Tensor output, MemorySegment target) {
        read(latest(output), output, target);
    }

    private RunState latest(Tensor output) {
        return locked(() -> core.latest(output));
    }

    float[] readFloats(RunState run, Tensor output) {
        return awaited(run, () -> core.reader().floats(run, output));
    }

    int[] readInts(RunState run, Tensor output) {
        return awaited(run, () -> core.reader().ints(run, output));
    }

    void read(RunState run, Tensor output, MemorySegment target) {
        awaited(run, () -> {
            core.reader().bytes(run, output, target);
            return run;
        });
    }

    /** Waits for the run without the lock, so that the session can be closed meanwhile. */
    private <T> T awaited(RunState run, Supplier<T> read) {
        run.awaitEnd();
        RuntimeException failure = run.failure();
        if (failure != null) {
            throw failure;
        }
        return locked(read);
    }

    /** Whether the contents of a state can be relied on. */
    public StateStatus status(State state) {
        return locked(() -> core.states().status(state));
    }

    /** Sets a state to zeros, after waiting for runs that go on. Mends one that is INDETERMINATE or LOST. */
    public void reset(State state) {
        mutate(() -> core.states().reset(state));
    }

    /**
     * Copies the contents of a state to the host, after waiting for runs that go on.
     *
     * @param target as many bytes as the state has
     * @throws StateException if they cannot be relied on
     */
    public void snapshot(State state, MemorySegment target) {
        mutate(() -> {
            core.states().snapshot(state, target);
            return false;
        });
    }

    /**
     * Sets the contents of a state, after waiting for runs that go on. Mends one that is INDETERMINATE or LOST.
     *
     * @param source as many bytes as the state has
     * @throws IllegalStateException if no plan has given the state a home yet
     */
    public void restore(State state, MemorySegment source) {
        mutate(() -> core.states().restore(state, source));
    }

    /**
     * Moves a state with its contents to another device, after waiting for runs that go on. Plans made before that have it
     * elsewhere are refused from now on: plan again.
     *
     * @throws IllegalArgumentException if the scheduler has no such device
     * @throws StateException if the contents cannot be relied on
     */
    public void migrate(State state, String device) {
        mutate(() -> core.states().migrate(state, core.device(device)));
    }

    private void mutate(Supplier<Boolean> change) {
        locked(() -> {
            core.runs().awaitIdle();
            boolean moved = change.get();
            if (moved) {
                core.unbindAll();
            }
            return moved;
        });
    }

    /**
     * Makes the session as new, after waiting for runs that go on: arenas, compiled plans, states and weights are freed, and
     * every state is zero.
     */
    public void reset() {
        locked(() -> {
            core.runs().awaitIdle();
            core.release();
            return core;
        });
    }

    long heldBytes(ActiveDevice device) {
        return core.heldBytes(device);
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            requireOpen();
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closing) {
            throw new IllegalStateException("Session is closed");
        }
    }

    /** Cancels the runs that go on, waits for their end and frees everything. Idempotent. */
    @Override
    public void close() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("A session cannot be closed by what it calls back while it loads weights");
        }
        closing = true;
        core.runs().cancelAll("The session was closed");
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                core.close();
            }
        } finally {
            lock.unlock();
        }
        scheduler.forget(this);
    }

    /** For tests: what is compiled for a plan. */
    CompiledPlan ready(Plan plan) {
        return locked(() -> core.ready(plan));
    }
}
