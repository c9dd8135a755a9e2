package io.tandem.scheduler.planning.lane;

import io.tandem.scheduler.planning.order.NodeOrder;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.List;

/**
 * What runs where and when.
 *
 * @param graph what runs
 * @param assigned where
 * @param order in which order
 * @param copies what is copied
 * @param segments what is submitted at once
 */
public record Schedule(LiveGraph graph, Assigned assigned, NodeOrder order, Copies copies, List<Stretch> segments) {
    /** Copies the list. */
    public Schedule {
        segments = List.copyOf(segments);
    }
}
