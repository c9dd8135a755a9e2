package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;

/**
 * ggml's greedy way to place nodes: a device spreads from its nodes to their neighbours in the graph's order, first down,
 * then up, the last device in priority order after all others; what is left goes where most of its operands are.
 */
final class NeighbourSpreading {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final SupportTable support;
    private final int[] devices;

    private NeighbourSpreading(Terrain terrain, int[] devices) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.support = terrain.support();
        this.devices = devices;
    }

    /** Fills the places of {@code devices} that are {@link LiveGraph#NONE}. */
    static void fill(Terrain terrain, int[] devices) {
        NeighbourSpreading spreading = new NeighbourSpreading(terrain, devices);
        int last = terrain.support().deviceCount() - 1;
        spreading.down(last);
        spreading.up(last);
        spreading.down(LiveGraph.NONE);
        spreading.up(LiveGraph.NONE);
        spreading.fillRest();
    }

    /** Only what ggml looks at before it spreads: pins, homes of states and of weights, the first weight first. */
    static int[] seeds(Terrain terrain) {
        LiveGraph graph = terrain.graph();
        int[] devices = new int[graph.nodeCount()];
        for (int node = 0; node < devices.length; node++) {
            int pin = terrain.pins().device(graph.output(node));
            int home = terrain.home(graph.output(node));
            devices[node] = pin != LiveGraph.NONE ? pin : home != LiveGraph.NONE ? home : ofWeight(terrain, node);
        }
        return devices;
    }

    private static int ofWeight(Terrain terrain, int node) {
        LiveGraph graph = terrain.graph();
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int home = terrain.home(storage);
            if (graph.isWeight(storage) && home != LiveGraph.NONE) {
                return terrain.support().supports(node, home) ? home : LiveGraph.NONE;
            }
        }
        return LiveGraph.NONE;
    }

    private void down(int skipped) {
        int current = LiveGraph.NONE;
        for (int node = 0; node < devices.length; node++) {
            current = visit(node, current, skipped);
        }
    }

    private void up(int skipped) {
        int current = LiveGraph.NONE;
        for (int node = devices.length - 1; node >= 0; node--) {
            current = visit(node, current, skipped);
        }
    }

    private int visit(int node, int current, int skipped) {
        if (devices[node] != LiveGraph.NONE) {
            return devices[node] == skipped ? LiveGraph.NONE : devices[node];
        }
        if (current != LiveGraph.NONE && support.supports(node, current)) {
            devices[node] = current;
        }
        return current;
    }

    private void fillRest() {
        for (int node = 0; node < devices.length; node++) {
            if (devices[node] == LiveGraph.NONE) {
                devices[node] = withMostOperands(node);
            }
        }
    }

    private int withMostOperands(int node) {
        int best = LiveGraph.NONE;
        int most = -1;
        for (int device = 0; device < support.deviceCount(); device++) {
            if (support.supports(node, device)) {
                int there = operands(node, device);
                if (there > most) {
                    best = device;
                    most = there;
                }
            }
        }
        return best;
    }

    private int operands(int node, int device) {
        int there = 0;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int producer = graph.producer(storage);
            int home = terrain.home(storage);
            int known = home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
            there += known == device ? 1 : 0;
        }
        return there;
    }
}
