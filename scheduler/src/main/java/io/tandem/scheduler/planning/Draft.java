package io.tandem.scheduler.planning;

import io.tandem.backend.Device;
import io.tandem.scheduler.planning.lane.Copies;
import io.tandem.scheduler.planning.lane.Lanes;
import io.tandem.scheduler.planning.lane.Schedule;
import io.tandem.scheduler.planning.lane.Segments;
import io.tandem.scheduler.planning.memory.Memory;
import io.tandem.scheduler.planning.memory.MemoryPlanner;
import io.tandem.scheduler.planning.memory.Setting;
import io.tandem.scheduler.planning.order.NodeOrder;
import io.tandem.scheduler.planning.order.Ordering;
import java.util.List;

/**
 * A whole plan before it is known to fit: the second half of planning.
 *
 * @param placed what runs where
 * @param schedule when
 * @param lanes in which lanes
 * @param memory in which memory
 */
record Draft(Placed placed, Schedule schedule, Lanes lanes, Memory memory) {
    static Draft of(Placed placed, Request request, int window) {
        List<Device> devices = request.devices();
        NodeOrder order = Ordering.best(placed.edges(), placed.assigned(), devices.size(), window);
        Copies copies = Copies.of(placed.graph(), placed.assigned(), order, devices.size());
        Segments.Limits limits =
                new Segments.Limits(devices.size(), request.options().maxSegmentNodes());
        Schedule schedule = new Schedule(
                placed.graph(),
                placed.assigned(),
                order,
                copies,
                Segments.cut(placed.graph(), placed.assigned(), order, copies, limits));
        Lanes lanes = Lanes.of(schedule, devices.size());
        Memory memory = MemoryPlanner.plan(new Setting(devices, placed.support(), schedule, lanes));
        return new Draft(placed, schedule, lanes, memory);
    }
}
