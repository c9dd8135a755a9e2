package io.tandem.scheduler.execution;

import io.tandem.backend.CommandQueue;
import io.tandem.scheduler.device.ActiveDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The queues that a lane submits to: one of its own device, and one of each device that it downloads from. */
final class LaneQueues implements AutoCloseable {
    private final ActiveDevice device;
    private final Map<ActiveDevice, CommandQueue> queues = new LinkedHashMap<>();
    private final Staging staging = new Staging();

    LaneQueues(ActiveDevice device) {
        this.device = device;
    }

    CommandQueue own() {
        return of(device);
    }

    CommandQueue of(ActiveDevice other) {
        CommandQueue queue = queues.get(other);
        if (queue == null) {
            queue = other.device().newQueue();
            queues.put(other, queue);
        }
        return queue;
    }

    Staging staging() {
        return staging;
    }

    @Override
    public void close() {
        List<CommandQueue> open = new ArrayList<>(queues.values());
        queues.clear();
        open.reversed().forEach(CommandQueue::close);
        staging.close();
    }
}
