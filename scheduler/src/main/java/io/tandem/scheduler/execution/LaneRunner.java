package io.tandem.scheduler.execution;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.Waiting;
import io.tandem.scheduler.trace.Recording;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries out the commands of a lane. For one thread at a time: the lane's own, or that of a caller who runs alone. */
final class LaneRunner implements AutoCloseable {
    private static final Event ABANDONED = Event.failed(new BackendException(
            BackendException.Kind.INTERNAL, "scheduler", "A command was not carried out because its run had failed"));

    private final ActiveDevice device;
    private final LanePool pool;
    private final LaneQueues queues;
    private final InFlight inFlight = new InFlight();
    private final List<Event> after = new ArrayList<>();
    private final Sleeper sleeper = new Sleeper();
    private @Nullable Event last;

    LaneRunner(ActiveDevice device, LanePool pool) {
        this.device = device;
        this.pool = pool;
        this.queues = new LaneQueues(device);
    }

    LaneQueues queues() {
        return queues;
    }

    boolean isBusy() {
        return !inFlight.isEmpty();
    }

    /** Gives what is in flight some time to end; returns whether the oldest part of it has. */
    boolean settle(long nanos) {
        return inFlight.settleOldest(nanos);
    }

    void settleAll() {
        inFlight.settleAll();
    }

    /** Submits all commands of a run, or as many as are submitted before it fails. */
    void carryOut(RunState run, BoundLane lane) {
        last = null;
        int next = 0;
        try {
            while (next < lane.steps().size() && !run.isStopping()) {
                carryOut(run, lane.steps().get(next), lane.waits().get(next));
                next++;
            }
        } catch (BackendException failure) {
            run.fail(failure);
        } catch (RuntimeException | Error failure) {
            run.fail(internal(lane.steps().get(next), failure));
        }
        if (next == lane.steps().size()) {
            inFlight.addTail(run, last == null ? Event.completed() : last);
        } else {
            abandon(run, lane, next);
        }
    }

    private void carryOut(RunState run, Step step, Waits waits) {
        gather(run, step, waits);
        Recording recording = run.recording();
        if (recording != null) {
            recording.start(step.id());
        }
        Event event = step.submit(queues, run, after);
        if (recording != null) {
            // Others start afterwards, so that no time is taken later than what it is the time of.
            Waiting.forEvent(event);
            recording.end(step.id());
        }
        last = event;
        run.publish(step.id(), event);
        if (waits.awaited()) {
            pool.wake();
        }
        if (event.isDone() && inFlight.isEmpty()) {
            event.await(0);
        } else {
            inFlight.add(run, event);
        }
    }

    /** The event of a command of another lane, once that lane has published it. */
    private Event published(RunState run, int command) {
        Event event = run.event(command);
        return event == null ? sleeper.await(() -> run.event(command)) : event;
    }

    /** Lets the thread that carries out commands look again at what it waits for. */
    void wake() {
        sleeper.wake();
    }

    /** Waits on the host for what the device cannot wait for, and lists the rest. */
    private void gather(RunState run, Step step, Waits waits) {
        after.clear();
        RunState previous = waits.afterPrevious().length == 0 ? null : run.previous();
        if (previous != null) {
            for (int command : waits.afterPrevious()) {
                Waiting.forRest(published(previous, command));
            }
        }
        if (step.onHost()) {
            inFlight.settleAll();
        }
        for (int i = 0; i < waits.after().length; i++) {
            need(published(run, waits.after()[i]), waits.passable()[i] && !step.onHost());
        }
        if (last != null) {
            need(last, true);
        }
    }

    private void need(Event event, boolean passable) {
        if (event.isDone()) {
            event.await(0);
        } else if (passable) {
            after.add(event);
        } else {
            Waiting.forEvent(event);
        }
    }

    private void abandon(RunState run, BoundLane lane, int from) {
        inFlight.settleAll();
        boolean awaited = false;
        for (int i = from; i < lane.steps().size(); i++) {
            run.publish(lane.steps().get(i).id(), ABANDONED);
            awaited |= lane.waits().get(i).awaited();
        }
        if (awaited) {
            pool.wake();
        }
        run.laneDone();
    }

    private BackendException internal(Step step, Throwable failure) {
        return new BackendException(
                BackendException.Kind.INTERNAL,
                device.id(),
                "Submitting " + step.getClass().getSimpleName() + " " + step.id() + " failed on " + device.id() + ": "
                        + failure + ". See the cause",
                failure);
    }

    @Override
    public void close() {
        settleAll();
        queues.close();
    }
}
