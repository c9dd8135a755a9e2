package io.tandem.scheduler.planning.memory;

import io.tandem.backend.Device;
import io.tandem.backend.Limits;
import io.tandem.scheduler.planning.lane.Lanes;
import io.tandem.scheduler.planning.lane.Schedule;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.List;

/**
 * What memory is planned for.
 *
 * @param devices the devices in priority order
 * @param support what they say of each node
 * @param schedule what runs where and when
 * @param lanes which step does it
 */
public record Setting(List<Device> devices, SupportTable support, Schedule schedule, Lanes lanes) {
    /** Copies the list. */
    public Setting {
        devices = List.copyOf(devices);
    }

    Limits limits(int device) {
        return devices.get(device).info().limits();
    }

    int lanesCount() {
        return 2 * devices.size();
    }
}
