package io.tandem.scheduler.execution;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Operand;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import io.tandem.scheduler.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the memory of a plan's tensors in one slot of the pipeline. */
final class Addresses {
    private final Plan plan;
    private final List<ActiveDevice> devices;
    private final Holdings holdings;
    private final int slot;

    Addresses(Plan plan, List<ActiveDevice> devices, Holdings holdings, int slot) {
        this.plan = plan;
        this.devices = devices;
        this.holdings = holdings;
        this.slot = slot;
    }

    /** A tensor bound to its bytes. */
    Operand operand(int device, Tensor tensor) {
        Location location = location(device, tensor.storage());
        if (location instanceof Location.OfWeight weight && weight.layout() != null) {
            DeviceBuffer buffer = holdings.weight(devices.get(device), weight);
            return new Operand(tensor, buffer.slice(0, weight.layout().bytes()), weight.layout());
        }
        long bytes = tensor.layout().byteExtent();
        return Operand.of(tensor, range(device, location, tensor.storageOffset(), bytes));
    }

    /** A range of a storage. */
    BufferSlice range(int device, Tensor storage, long offset, long bytes) {
        return range(device, location(device, storage), offset, bytes);
    }

    /** A node's scratch. */
    @Nullable
    BufferSlice scratch(int device, Node node) {
        Location.InArena scratch = plan.memory().devices().get(device).scratch().get(node);
        return scratch == null ? null : holdings.memory().slice(devices.get(device), slot, scratch, 0, scratch.bytes());
    }

    /** Where a storage lies on a device. */
    Location location(int device, Tensor storage) {
        MemoryPlan.DeviceMemory memory = plan.memory().devices().get(device);
        Location location = memory.locations().get(storage);
        State state = storage.state();
        if (location == null && state != null) {
            return new Location.OfState(state);
        }
        if (location == null) {
            throw new IllegalArgumentException(storage + " is not on " + devices.get(device));
        }
        return location;
    }

    private BufferSlice range(int device, Location location, long offset, long bytes) {
        ActiveDevice active = devices.get(device);
        return switch (location) {
            case Location.InArena arena ->
                holdings.memory().slice(active, slot, arena, offset - arena.storageOffset(), bytes);
            case Location.OfWeight weight -> holdings.weight(active, weight).slice(offset, bytes);
            case Location.OfState state ->
                holdings.states().at(state.state(), active).buffer().slice(offset, bytes);
        };
    }
}
