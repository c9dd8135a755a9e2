package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;

/** Places to start the search for the free nodes' devices from. Every one honours anchors and support. */
final class Starts {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final SupportTable support;
    private final Anchors anchors;

    Starts(Terrain terrain, Anchors anchors) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.support = terrain.support();
        this.anchors = anchors;
    }

    /** The anchored nodes in their places, the others nowhere. */
    int[] anchored() {
        int[] devices = new int[graph.nodeCount()];
        for (int node = 0; node < devices.length; node++) {
            devices[node] = anchors.device(node);
        }
        return devices;
    }

    /** Each node of a component on the first possible device. */
    void byPriority(Component component, int[] devices) {
        for (int node : component.nodes()) {
            devices[node] = first(component, node);
        }
    }

    /** Each node of a component where its largest operand is, if possible. */
    void byOperand(Component component, int[] devices) {
        for (int node : component.nodes()) {
            int device = largestOperand(node, devices);
            boolean possible = device != LiveGraph.NONE && support.supports(node, device);
            devices[node] = possible ? device : first(component, node);
        }
    }

    private int first(Component component, int node) {
        for (int device : component.devices()) {
            if (support.supports(node, device)) {
                return device;
            }
        }
        return support.first(node);
    }

    private int largestOperand(int node, int[] devices) {
        int best = LiveGraph.NONE;
        long most = -1;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int producer = graph.producer(storage);
            int home = terrain.home(storage);
            int device = home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
            long bytes = graph.readTo(read) - graph.readFrom(read);
            if (device != LiveGraph.NONE && !graph.isWeight(storage) && bytes > most) {
                best = device;
                most = bytes;
            }
        }
        return best;
    }
}
