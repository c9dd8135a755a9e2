package io.tandem.scheduler.memory;

import io.tandem.backend.DeviceBuffer;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import java.util.ArrayList;
import java.util.List;

/** A session's arenas on one device: one for activations, and one for each slot of the pipeline. */
final class DeviceArenas implements AutoCloseable {
    private final Arena activations;
    private final List<Arena> slots = new ArrayList<>();

    DeviceArenas(ActiveDevice device, int slotCount) {
        activations = new Arena(device, false);
        for (int i = 0; i < slotCount; i++) {
            slots.add(new Arena(device, true));
        }
    }

    long growth(MemoryPlan.DeviceMemory memory) {
        return activations.growth(memory.activationChunks())
                + slots.stream()
                        .mapToLong(slot -> slot.growth(memory.slotChunks()))
                        .sum();
    }

    void prepareGrowth(MemoryPlan.DeviceMemory memory) {
        activations.prepareGrowth(memory.activationChunks());
        slots.forEach(slot -> slot.prepareGrowth(memory.slotChunks()));
    }

    void commitGrowth() {
        activations.commitGrowth();
        slots.forEach(Arena::commitGrowth);
    }

    void abandonGrowth() {
        activations.abandonGrowth();
        slots.forEach(Arena::abandonGrowth);
    }

    DeviceBuffer chunk(Location.InArena location, int slot) {
        return switch (location.arena()) {
            case ACTIVATIONS -> activations.chunk(location.chunk());
            case SLOT -> slots.get(slot).chunk(location.chunk());
        };
    }

    long bytes() {
        return activations.bytes() + slots.stream().mapToLong(Arena::bytes).sum();
    }

    @Override
    public void close() {
        slots.forEach(Arena::close);
        activations.close();
    }
}
