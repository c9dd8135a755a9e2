package io.tandem.backend.opencl;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jspecify.annotations.Nullable;

/**
 * What runs of programs told, a word for each run under way, where the host reads it: the next run of a program may have
 * begun before the host looks. One thread at a time.
 */
final class Reports {
    private static final int SLOTS = 256;

    private final Cl cl;
    private final List<Staging> memory = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Mapping waits for the queue that it is asked of, so that must not be one with work in it. */
    private final cl_command_queue mapping;

    Reports(Cl cl) {
        this.cl = cl;
        this.mapping = cl.createQueue();
    }

    /** A slot for a run. */
    int take() {
        @Nullable Integer slot = free.poll();
        if (slot != null) {
            return slot;
        }
        memory.add(new Staging(cl, mapping, (long) SLOTS * Integer.BYTES));
        int first = (memory.size() - 1) * SLOTS;
        for (int i = 1; i < SLOTS; i++) {
            free.add(first + i);
        }
        return first;
    }

    /** Where a run's word goes. */
    Pointer at(int slot) {
        return memory.get(slot / SLOTS).at((long) slot % SLOTS * Integer.BYTES);
    }

    /** Takes back the slot of a run that is done; what it told. */
    int giveBack(int slot) {
        free.add(slot);
        return memory.get(slot / SLOTS).memory().getAtIndex(ValueLayout.JAVA_INT, slot % SLOTS);
    }

    void destroy() {
        memory.forEach(Staging::destroy);
        cl.releaseQueue(mapping);
    }
}
