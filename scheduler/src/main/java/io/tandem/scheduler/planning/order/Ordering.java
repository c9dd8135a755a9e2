package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;

/** Finds an order with few splits. */
public final class Ordering {
    /** Beyond so many steps only one beginning is tried, so that large graphs on many devices are planned in time. */
    private static final long EFFORT = 200_000;

    private Ordering() {}

    /**
     * The best of several orders: by list scheduling from each device, and the graph's own.
     *
     * @param window how far a node may be moved ahead of others
     */
    public static NodeOrder best(Edges edges, Assigned assigned, int devices, int window) {
        int nodes = edges.graph().nodeCount();
        NodeOrder original = NodeOrder.original(nodes, assigned);
        if (window <= 1 || original.splits() <= 1) {
            return original;
        }
        ListScheduler scheduler = new ListScheduler(edges, assigned, devices, window);
        NodeOrder best = scheduler.run(LiveGraph.NONE);
        long effort = nodes;
        for (int device = 0; device < devices; device++) {
            if (best.splits() == scheduler.leastSplits() || effort > EFFORT) {
                break;
            }
            if (scheduler.canStart(device)) {
                best = better(scheduler.run(device), best);
                effort += nodes;
            }
        }
        return better(best, original);
    }

    private static NodeOrder better(NodeOrder candidate, NodeOrder known) {
        return candidate.splits() < known.splits() ? candidate : known;
    }
}
