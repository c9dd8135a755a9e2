package io.tandem.scheduler.execution;

import io.tandem.backend.DeviceBuffer;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.device.Closing;
import io.tandem.scheduler.memory.SessionMemory;
import io.tandem.scheduler.state.StateStore;
import io.tandem.scheduler.weights.WeightLeases;

/**
 * What a session holds on devices.
 *
 * @param memory its arenas
 * @param weights its weights
 * @param states its states
 */
public record Holdings(SessionMemory memory, WeightLeases weights, StateStore states) implements AutoCloseable {
    DeviceBuffer weight(ActiveDevice device, io.tandem.scheduler.plan.Location.OfWeight location) {
        return weights.at(device, location.weight(), location.layout(), bytes -> {});
    }

    /** The bytes on a device, weights not among them. */
    public long bytes(ActiveDevice device) {
        return memory.bytes(device) + states.bytes(device);
    }

    @Override
    public void close() {
        Closing.inOrder(memory, states, weights);
    }
}
