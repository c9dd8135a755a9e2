package io.tandem.scheduler;

import io.tandem.backend.BackendException;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.execution.RunState;
import io.tandem.scheduler.plan.Plan;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One run of a plan, going on or ended. Safe for any number of threads.
 *
 * <p>Its outputs stay readable until the session starts another run in the same slot of its pipeline: the next one, at depth
 * 1. Reading copies, so what has been read stays.
 */
public final class Run {
    private final Session session;
    private final RunState state;
    private final Plan asked;
    private final Inputs inputs;

    Run(Session session, RunState state, Plan asked, Inputs inputs) {
        this.session = session;
        this.state = state;
        this.asked = asked;
        this.inputs = inputs;
    }

    /** The plan that was asked for. */
    Plan asked() {
        return asked;
    }

    Inputs inputs() {
        return inputs;
    }

    /** The number of the run in its session, from 0. */
    public long number() {
        return state.number();
    }

    /** The plan that is carried out: another one than asked for where a device refused a kernel; its notes say so. */
    public Plan plan() {
        return state.plan().plan();
    }

    /** Whether the run has ended, well or not. Never waits. */
    public boolean isDone() {
        return state.isDone();
    }

    /**
     * Waits for the end. An interrupt does not end the wait; the thread's interrupt flag stays set.
     *
     * @throws BackendException the failure of the run
     * @throws StateException if the run before failed while writing a state that this one uses
     * @throws CancellationException if the run was cancelled
     */
    public void await() {
        state.awaitEnd();
        throwFailure();
    }

    /**
     * Waits for the end, for some time.
     *
     * @return whether the run has ended
     * @throws BackendException as {@link #await()}
     */
    public boolean await(Duration timeout) {
        if (!state.awaitEnd(TimeUnit.NANOSECONDS.convert(timeout))) {
            return false;
        }
        throwFailure();
        return true;
    }

    void throwFailure() {
        RuntimeException failure = state.failure();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Ends the run at the next border between segments. Returns at once; {@link #await()} tells when it is over. States that
     * it was writing are then {@link StateStatus#INDETERMINATE}. Does nothing to a run that has ended.
     */
    public void cancel() {
        state.cancel("Run " + number() + " was cancelled");
    }

    /**
     * A future that ends with this run, with its failure if it fails. What depends on it runs in the common pool. Cancelling
     * the future does not cancel the run.
     */
    public CompletableFuture<Run> future() {
        return state.future().thenApply(nothing -> this);
    }

    /**
     * Waits for the end, then reads an output of any type as floats, dimension 0 first.
     *
     * @throws IllegalArgumentException if the tensor is no output of this plan
     * @throws IllegalStateException if a later run has overwritten it, or the session is closed
     * @throws BackendException as {@link #await()}
     */
    public float[] readFloats(Tensor output) {
        return session.readFloats(state, output);
    }

    /**
     * Waits for the end, then reads an I32 output, dimension 0 first.
     *
     * @throws IllegalArgumentException also if the output is of another type
     */
    public int[] readInts(Tensor output) {
        return session.readInts(state, output);
    }

    /**
     * Waits for the end, then reads the bytes of an output, dimension 0 first, without gaps.
     *
     * @throws IllegalArgumentException also if the target has another size
     */
    public void read(Tensor output, MemorySegment target) {
        session.read(state, output, target);
    }

    /**
     * When the commands of this run started and ended.
     *
     * @throws IllegalStateException if the session does not record timelines, or the run goes on
     */
    public Timeline timeline() {
        return Timeline.of(state);
    }
}
