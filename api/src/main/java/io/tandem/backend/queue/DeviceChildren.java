package io.tandem.backend.queue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Everything that was made on a device and is not closed yet. Safe for any number of threads. */
public final class DeviceChildren {
    private final Set<DeviceChild> children = new LinkedHashSet<>();
    private final Map<DeviceChild, InOrderQueue> queues = new LinkedHashMap<>();

    /** Nothing yet. */
    public DeviceChildren() {}

    /** Adds a child, and returns it. */
    public synchronized <T extends DeviceChild> T add(T child) {
        children.add(child);
        return child;
    }

    /** Adds a queue over its driver's queue, which is the child. */
    public synchronized void addQueue(DeviceChild driver, InOrderQueue queue) {
        children.add(driver);
        queues.put(driver, queue);
    }

    /** Takes a child out; whether it was still there. */
    public synchronized boolean remove(DeviceChild child) {
        queues.remove(child);
        return children.remove(child);
    }

    /** Stops the use of all queues; false if one was still in use after that time. */
    public boolean stopQueues(long timeoutMillis) {
        List<InOrderQueue> open;
        synchronized (this) {
            open = List.copyOf(queues.values());
        }
        boolean stopped = true;
        for (InOrderQueue queue : open) {
            stopped &= queue.stop(timeoutMillis);
        }
        return stopped;
    }

    /** Destroys all that is left, the youngest first. */
    public synchronized void destroyAll() {
        new ArrayList<>(children).reversed().forEach(DeviceChild::destroy);
        children.clear();
        queues.clear();
    }
}
