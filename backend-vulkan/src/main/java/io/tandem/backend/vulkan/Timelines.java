package io.tandem.backend.vulkan;

import io.tandem.backend.queue.DeviceChild;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The timeline semaphores of a device. A queue's semaphore outlives it, as submissions of other queues may still refer to
 * it, and serves another queue later. Safe for any number of threads.
 */
final class Timelines implements DeviceChild {
    /** A semaphore and the value that it has or will reach. */
    record Timeline(long semaphore, long value) {}

    private final Vk vk;
    private final List<Long> semaphores = new ArrayList<>();
    private final Deque<Timeline> free = new ArrayDeque<>();

    Timelines(Vk vk) {
        this.vk = vk;
    }

    synchronized Timeline take() {
        Timeline used = free.poll();
        if (used != null) {
            return used;
        }
        long semaphore = vk.createTimeline();
        semaphores.add(semaphore);
        return new Timeline(semaphore, 0);
    }

    synchronized void giveBack(Timeline timeline) {
        free.add(timeline);
    }

    @Override
    public synchronized void destroy() {
        semaphores.forEach(vk::destroySemaphore);
    }
}
