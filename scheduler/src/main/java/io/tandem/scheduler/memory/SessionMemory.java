package io.tandem.scheduler.memory;

import io.tandem.backend.BufferSlice;
import io.tandem.scheduler.device.ActiveDevice;
import io.tandem.scheduler.plan.Location;
import io.tandem.scheduler.plan.MemoryPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arenas of a session on all devices. For one thread at a time; growing only while nothing runs. */
public final class SessionMemory implements AutoCloseable {
    private final int slotCount;
    private final Map<ActiveDevice, DeviceArenas> arenas = new HashMap<>();

    /** No memory yet. */
    public SessionMemory(int slotCount) {
        this.slotCount = slotCount;
    }

    /** The number of pipeline slots. */
    public int slotCount() {
        return slotCount;
    }

    /** The bytes that {@link #grow} would allocate on a device. */
    public long growth(ActiveDevice device, MemoryPlan.DeviceMemory memory) {
        return memory.activationBytes() + memory.slotBytes() == 0
                ? 0
                : of(device).growth(memory);
    }

    /**
     * Grows to what a plan needs: on all devices, or on none.
     *
     * @param devices the plan's devices
     * @param beforeReplacing called once new memory is there and before old memory goes, if any does
     * @throws io.tandem.backend.BackendException if there is not enough memory
     */
    public void grow(List<ActiveDevice> devices, MemoryPlan plan, Runnable beforeReplacing) {
        boolean prepared = false;
        try {
            for (int i = 0; i < devices.size(); i++) {
                MemoryPlan.DeviceMemory memory = plan.devices().get(i);
                if (growth(devices.get(i), memory) > 0) {
                    of(devices.get(i)).prepareGrowth(memory);
                }
            }
            prepared = true;
        } finally {
            if (!prepared) {
                arenas.values().forEach(DeviceArenas::abandonGrowth);
            }
        }
        beforeReplacing.run();
        arenas.values().forEach(DeviceArenas::commitGrowth);
    }

    /** The memory of a range in one slot. */
    public BufferSlice slice(ActiveDevice device, int slot, Location.InArena location, long offset, long bytes) {
        return of(device).chunk(location, slot).slice(location.offset() + offset, bytes);
    }

    /** The bytes of a session's arenas on a device. */
    public long bytes(ActiveDevice device) {
        DeviceArenas own = arenas.get(device);
        return own == null ? 0 : own.bytes();
    }

    /** Frees everything. The memory can grow again. */
    public void clear() {
        arenas.values().forEach(DeviceArenas::close);
        arenas.clear();
    }

    @Override
    public void close() {
        clear();
    }

    private DeviceArenas of(ActiveDevice device) {
        return arenas.computeIfAbsent(device, key -> new DeviceArenas(key, slotCount));
    }
}
