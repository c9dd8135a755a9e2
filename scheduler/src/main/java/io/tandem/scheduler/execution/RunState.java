package io.tandem.scheduler.execution;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;
import io.tandem.scheduler.StateException;
import io.tandem.scheduler.StateStatus;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.state.StateEntry;
import io.tandem.scheduler.trace.Recording;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a compiled plan while lanes carry it out, and its outcome afterwards. Safe for any number of threads.
 *
 * <p>Each lane publishes the event of every command, whether it submitted the command or gave up, so whoever waits for one
 * never waits for ever.
 */
public final class RunState {
    private static final VarHandle EVENTS = MethodHandles.arrayElementVarHandle(Event[].class);
    private static final int SPINS = 500;

    private final CompiledPlan plan;
    private final int slot;
    private final long number;
    private final MemorySegment[] inputs;
    private final @Nullable Event[] events;
    private final AtomicInteger lanesLeft;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final @Nullable Recording recording;
    private volatile @Nullable RunState previous;
    private volatile boolean touchedStates;
    private volatile boolean done;
    private @Nullable CompletableFuture<Void> future;

    RunState(
            CompiledPlan plan,
            int slot,
            long number,
            MemorySegment[] inputs,
            @Nullable RunState previous,
            @Nullable Recording recording) {
        this.plan = plan;
        this.slot = slot;
        this.number = number;
        this.inputs = inputs;
        this.previous = previous;
        this.recording = recording;
        this.events = new Event[plan.commandCount()];
        this.lanesLeft = new AtomicInteger(plan.laneCount());
    }

    /** What runs. */
    public CompiledPlan plan() {
        return plan;
    }

    /** Its slot of the pipeline. */
    public int slot() {
        return slot;
    }

    /** Its number in the session, from 0. */
    public long number() {
        return number;
    }

    /** The times of its commands, if they are recorded. */
    public @Nullable Recording recording() {
        return recording;
    }

    /** The bytes of an input. */
    MemorySegment input(int index) {
        return inputs[index];
    }

    /** The run before, if it is still going on and is of the same plan. */
    @Nullable
    RunState previous() {
        RunState run = previous;
        return run == null || run.done ? null : run;
    }

    void publish(int command, Event event) {
        EVENTS.setVolatile(events, command, event);
    }

    @Nullable
    Event event(int command) {
        return (Event) EVENTS.getVolatile(events, command);
    }

    /** Notes that a program that writes states is about to start. */
    void touchStates() {
        touchedStates = true;
    }

    /** Whether no further command should start. */
    boolean isStopping() {
        return failure.get() != null;
    }

    /** Ends the run with a failure, unless it has one. */
    void fail(BackendException reason) {
        for (ActiveDevice device : plan.devices()) {
            device.observe(reason);
        }
        failure.compareAndSet(null, reason);
    }

    /** Ends the run at the next border between commands, unless it has ended. */
    public void cancel(String reason) {
        if (!done) {
            failure.compareAndSet(null, new CancellationException(reason));
        }
    }

    /** A lane has carried out or given up all its commands. */
    void laneDone() {
        if (lanesLeft.decrementAndGet() == 0) {
            finish();
        }
    }

    /** Ends a run that has no commands. */
    void finishEmpty() {
        finish();
    }

    private void finish() {
        // Lanes finish runs in order, so the run before has its outcome.
        RunState before = previous;
        if (before != null) {
            inheritDamage(before);
        }
        RuntimeException reason = failure.get();
        if (reason != null && touchedStates) {
            for (StateEntry state : plan.writtenStates()) {
                state.invalidate("run " + number + " failed while writing it: " + reason.getMessage());
            }
        }
        previous = null;
        CompletableFuture<Void> waiting;
        synchronized (this) {
            done = true;
            waiting = future;
            notifyAll();
        }
        if (waiting != null) {
            complete(waiting);
        }
    }

    private void inheritDamage(RunState before) {
        RuntimeException reason = before.failure.get();
        if (reason != null && before.touchedStates && plan.usesStatesOf(before.plan)) {
            StateEntry state = before.plan.writtenStates().getFirst();
            failure.compareAndSet(
                    null,
                    new StateException(
                            state.state(),
                            StateStatus.INDETERMINATE,
                            "run " + before.number + ", which this run followed, failed: " + reason.getMessage()));
        }
    }

    /** Whether all lanes have finished. */
    public boolean isDone() {
        return done;
    }

    /** Waits for the end, whatever it is; an interrupt is kept for later. */
    public void awaitEnd() {
        for (int i = 0; i < SPINS && !done; i++) {
            Thread.onSpinWait();
        }
        if (!done) {
            awaitEnd(Long.MAX_VALUE);
        }
    }

    /** Waits for the end for some time; returns whether it has come. */
    public boolean awaitEnd(long nanos) {
        long start = System.nanoTime();
        boolean interrupted = false;
        synchronized (this) {
            long left = nanos;
            while (!done && left > 0) {
                try {
                    // Whole milliseconds, rounded up: a wait of 0 would be for ever.
                    wait(Math.max(1, Math.min(left, Long.MAX_VALUE - 999_999) / 1_000_000));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = nanos - (System.nanoTime() - start);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    /** The failure or cancellation of a run that has ended, as a new exception of the same type; null after success. */
    public @Nullable RuntimeException failure() {
        RuntimeException reason = done ? failure.get() : null;
        return switch (reason) {
            case null -> null;
            case BackendException backend ->
                new BackendException(backend.kind(), backend.deviceId(), String.valueOf(backend.getMessage()), backend);
            case StateException state -> state;
            default -> {
                CancellationException cancelled = new CancellationException(reason.getMessage());
                cancelled.initCause(reason);
                yield cancelled;
            }
        };
    }

    /** A future that ends with this run. Its dependants run in the common pool, never in a lane. */
    public CompletableFuture<Void> future() {
        CompletableFuture<Void> result;
        synchronized (this) {
            if (future != null) {
                return future;
            }
            result = new CompletableFuture<>();
            future = result;
            if (!done) {
                return result;
            }
        }
        complete(result);
        return result;
    }

    private void complete(CompletableFuture<Void> waiting) {
        Supplier<Void> outcome = () -> {
            RuntimeException reason = failure.get();
            if (reason != null) {
                throw reason;
            }
            return null;
        };
        waiting.completeAsync(outcome);
    }
}
