package io.tandem.scheduler.state;

import io.tandem.backend.DeviceBuffer;
import io.tandem.graph.State;
import io.tandem.scheduler.StateStatus;
import io.tandem.scheduler.device.ActiveDevice;
import org.jspecify.annotations.Nullable;

/** The contents of one state in one session. */
public final class StateEntry implements AutoCloseable {
    private final State state;
    private final ActiveDevice device;
    private final DeviceBuffer buffer;
    private volatile @Nullable String damage;

    StateEntry(State state, ActiveDevice device, DeviceBuffer buffer) {
        this.state = state;
        this.device = device;
        this.buffer = buffer;
    }

    /** Which state. */
    public State state() {
        return state;
    }

    /** Where it lives. */
    public ActiveDevice device() {
        return device;
    }

    /** Its bytes. */
    public DeviceBuffer buffer() {
        return buffer;
    }

    /** Whether the contents can be relied on. */
    public StateStatus status() {
        if (device.isLost()) {
            return StateStatus.LOST;
        }
        return damage == null ? StateStatus.VALID : StateStatus.INDETERMINATE;
    }

    /** Why the contents cannot be relied on. */
    public String reason() {
        String known = damage;
        return device.isLost() ? device.id() + " has been lost" : known == null ? "nothing is wrong" : known;
    }

    /** Notes that the contents are partly old and partly new. */
    public void invalidate(String reason) {
        damage = reason;
    }

    /** Notes that the contents have been set as a whole. */
    public void validate() {
        damage = null;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
