package io.tandem.scheduler.state;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.DeviceBuffer;
import io.tandem.graph.State;
import io.tandem.scheduler.StateException;
import io.tandem.scheduler.StateStatus;
import io.tandem.scheduler.device.ActiveDevice;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a session's states. For one thread at a time, but for {@link StateEntry#invalidate}, which any lane may
 * call.
 */
public final class StateStore implements AutoCloseable {
    private final Map<State, StateEntry> entries = new HashMap<>();

    /** The state's contents, if there are any yet. */
    public @Nullable StateEntry find(State state) {
        return entries.get(state);
    }

    /** Whether the state still has to be allocated. */
    public boolean isMissing(State state) {
        return !entries.containsKey(state);
    }

    /**
     * The contents of a state on its home, zeros if there are none yet.
     *
     * @throws IllegalStateException if it lives on another device
     * @throws io.tandem.backend.BackendException if there is not enough memory
     */
    public StateEntry at(State state, ActiveDevice home) {
        StateEntry entry = entries.get(state);
        if (entry == null) {
            entry = allocateAt(state, home);
            entries.put(state, entry);
        }
        requireHome(entry, home);
        return entry;
    }

    /**
     * Checks that a run may use the state.
     *
     * @throws StateException if its contents cannot be relied on
     * @throws IllegalStateException if it lives on another device
     */
    public void requireUsable(State state, ActiveDevice home) {
        StateEntry entry = entries.get(state);
        if (entry == null) {
            return;
        }
        StateStatus status = entry.status();
        if (status != StateStatus.VALID) {
            throw new StateException(state, status, entry.reason());
        }
        requireHome(entry, home);
    }

    /**
     * Checks that a plan may be bound to the state, whatever its contents are worth.
     *
     * @throws StateException if it is lost
     * @throws IllegalStateException if it lives on another device
     */
    public void requireHere(State state, ActiveDevice home) {
        StateEntry entry = entries.get(state);
        if (entry == null) {
            return;
        }
        if (entry.status() == StateStatus.LOST) {
            throw new StateException(state, StateStatus.LOST, entry.reason());
        }
        requireHome(entry, home);
    }

    /** Replaces the contents by zeroed memory on another device, and frees the old ones. */
    public StateEntry replace(State state, ActiveDevice home) {
        StateEntry fresh = allocateAt(state, home);
        replace(fresh);
        return fresh;
    }

    /** Zeroed memory for a state, to be filled and then handed to {@link #replace(StateEntry)}. */
    public StateEntry allocateAt(State state, ActiveDevice home) {
        return new StateEntry(state, home, allocate(state, home));
    }

    /** Takes other contents of a state, and frees the old ones. */
    public void replace(StateEntry fresh) {
        StateEntry old = entries.put(fresh.state(), fresh);
        if (old != null) {
            old.close();
        }
    }

    /** Frees a state's contents: it is zero when it is next used. */
    public void remove(State state) {
        StateEntry old = entries.remove(state);
        if (old != null) {
            old.close();
        }
    }

    /** The bytes of states on a device. */
    public long bytes(ActiveDevice device) {
        long bytes = 0;
        for (StateEntry entry : entries.values()) {
            bytes += entry.device() == device ? entry.buffer().byteSize() : 0;
        }
        return bytes;
    }

    /** Frees all contents: every state is zero when it is next used. */
    public void clear() {
        entries.values().forEach(StateEntry::close);
        entries.clear();
    }

    @Override
    public void close() {
        clear();
    }

    private static DeviceBuffer allocate(State state, ActiveDevice home) {
        home.requireAlive();
        return home.device().allocate(Math.max(1, state.bytes()), BufferUsage.STATES);
    }

    private static void requireHome(StateEntry entry, ActiveDevice home) {
        if (entry.device() != home) {
            throw new IllegalStateException("State " + entry.state().name() + " of this session lives on "
                    + entry.device().id() + ", but the plan has it on " + home.id()
                    + ". Plan again, or migrate the state");
        }
    }
}
