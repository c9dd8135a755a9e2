package io.tandem.scheduler.execution;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;
import io.tandem.scheduler.device.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * What a lane has submitted and not seen the end of, oldest first. It is short, so that a cancelled run ends soon and its
 * memory is known to be at rest. For one thread at a time.
 */
final class InFlight {
    private static final int CAPACITY = 8;

    private final @Nullable Event[] events = new Event[CAPACITY];
    private final @Nullable RunState[] runs = new RunState[CAPACITY];
    private final boolean[] tails = new boolean[CAPACITY];
    private int first;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a command, after waiting for the oldest one if there are too many. */
    void add(RunState run, Event event) {
        add(run, event, false);
    }

    /** Adds the last command of a run once more: when it ends, the lane has carried out its part of the run. */
    void addTail(RunState run, Event event) {
        add(run, event, true);
    }

    private void add(RunState run, Event event, boolean tail) {
        if (size == CAPACITY) {
            settleOldest();
        }
        int place = (first + size) % CAPACITY;
        events[place] = event;
        runs[place] = run;
        tails[place] = tail;
        size++;
    }

    /** Waits for all. */
    void settleAll() {
        while (size > 0) {
            settleOldest();
        }
    }

    /** Waits for the oldest one for some time; returns whether it has ended. */
    boolean settleOldest(long nanos) {
        Event event = events[first];
        try {
            if (event != null && !event.await(nanos)) {
                return false;
            }
        } catch (BackendException failure) {
            // Looked at again, and reported, by settleOldest.
        }
        settleOldest();
        return true;
    }

    private void settleOldest() {
        Event event = events[first];
        RunState run = runs[first];
        boolean tail = tails[first];
        events[first] = null;
        runs[first] = null;
        first = (first + 1) % CAPACITY;
        size--;
        if (event == null || run == null) {
            throw new IllegalStateException("Nothing is in flight");
        }
        try {
            Waiting.forEvent(event);
        } catch (BackendException failure) {
            run.fail(failure);
        }
        if (tail) {
            run.laneDone();
        }
    }
}
