package io.tandem.scheduler.planning;

import io.tandem.scheduler.planning.work.LiveGraph;

/** Says what another device would have cost a free node. For one thread. */
final class Comparisons {
    /** Storages with more readers are not looked at again for each of them. */
    private static final int MOST_USES = 64;

    private final Placed placed;
    private final LiveGraph graph;
    private final int[] nodes;
    private final int[] homes;

    Comparisons(Placed placed) {
        this.placed = placed;
        this.graph = placed.graph();
        this.nodes = new int[graph.nodeCount()];
        this.homes = new int[graph.tensorCount()];
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = placed.assigned().node(node);
        }
    }

    String compare(int node, int device) {
        if (uses(node) > MOST_USES) {
            return "copies, splits or distance from its operands";
        }
        int before = nodes[node];
        long here = placed.scorer().copyCostAround(node, nodes, homes);
        nodes[node] = device;
        long there = placed.scorer().copyCostAround(node, nodes, homes);
        nodes[node] = before;
        return there > here
                ? "alone there, it costs copies worth " + (there - here) + " bytes more"
                : "alone there, it saves no copies and costs splits or distance from its operands";
    }

    private int uses(int node) {
        int output = graph.output(node);
        int uses = graph.firstUse(output + 1) - graph.firstUse(output);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            uses += graph.firstUse(storage + 1) - graph.firstUse(storage);
        }
        return uses;
    }
}
