package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.Arrays;

/** Coordinate descent: moves one node at a time to where a neighbour is, as long as that saves copies. For one thread. */
final class Descent {
    private static final int SWEEPS = 3;

    /** A node whose operands have more readers is left to the expansion moves. */
    private static final int MOST_USES = 256;

    private final Terrain terrain;
    private final LiveGraph graph;
    private final Scorer scorer;
    private final int[] homes;
    private final boolean[] isNeighbour;

    Descent(Terrain terrain, Scorer scorer) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.scorer = scorer;
        this.homes = new int[graph.tensorCount()];
        this.isNeighbour = new boolean[terrain.support().deviceCount()];
    }

    void improve(Component component, int[] devices) {
        boolean moved = true;
        for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
            moved = false;
            for (int node : component.nodes()) {
                moved |= improve(node, component, devices);
            }
        }
    }

    private boolean improve(int node, Component component, int[] devices) {
        if (!findNeighbours(node, devices)) {
            return false;
        }
        SupportTable support = terrain.support();
        int best = devices[node];
        long least = scorer.copyCostAround(node, devices, homes);
        int before = best;
        for (int device : component.devices()) {
            if (isNeighbour[device] && device != before && support.supports(node, device)) {
                devices[node] = device;
                long cost = scorer.copyCostAround(node, devices, homes);
                if (cost < least) {
                    best = device;
                    least = cost;
                }
            }
        }
        devices[node] = best;
        return best != before;
    }

    /** Marks where the node's operands and readers are; false if there are too many to look at. */
    private boolean findNeighbours(int node, int[] devices) {
        Arrays.fill(isNeighbour, false);
        int output = graph.output(node);
        int uses = graph.firstUse(output + 1) - graph.firstUse(output);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int producer = graph.producer(storage);
            int home = terrain.home(storage);
            int device = home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
            if (device != LiveGraph.NONE) {
                isNeighbour[device] = true;
            }
            uses += graph.firstUse(storage + 1) - graph.firstUse(storage);
        }
        if (uses > MOST_USES) {
            return false;
        }
        for (int use = graph.firstUse(output); use < graph.firstUse(output + 1); use++) {
            isNeighbour[devices[graph.readNode(graph.useRead(use))]] = true;
        }
        return true;
    }
}
