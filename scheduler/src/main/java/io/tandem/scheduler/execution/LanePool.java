package io.tandem.scheduler.execution;

import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The lanes of a session, started when a plan first needs them. Starting and submitting is for one thread at a time. */
public final class LanePool implements AutoCloseable {
    private final int capacity;
    private final List<Entry> lanes = new CopyOnWriteArrayList<>();

    private record Entry(ActiveDevice device, Lane.Purpose purpose, ExecutionLane lane) {}

    /**
     * No lanes yet.
     *
     * @param capacity the number of runs that may be going on at once
     */
    public LanePool(int capacity) {
        this.capacity = capacity;
    }

    ExecutionLane lane(ActiveDevice device, Lane.Purpose purpose) {
        for (Entry entry : lanes) {
            if (entry.device() == device && entry.purpose() == purpose) {
                return entry.lane();
            }
        }
        ExecutionLane lane = new ExecutionLane(device, purpose, this, capacity);
        lanes.add(new Entry(device, purpose, lane));
        return lane;
    }

    /** Lets every lane that sleeps look again at what it waits for. */
    void wake() {
        for (Entry entry : lanes) {
            entry.lane().wake();
        }
    }

    /** Waits for what the lanes have begun, and ends them. */
    @Override
    public void close() {
        List<Entry> open = new ArrayList<>(lanes);
        open.reversed().forEach(entry -> entry.lane().close());
        lanes.clear();
    }
}
