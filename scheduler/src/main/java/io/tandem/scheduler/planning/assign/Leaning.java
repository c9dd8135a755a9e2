package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;

/**
 * Where each node would go if only pins, resident weights and heavy operations counted: light nodes follow their largest
 * operand. From this the homes of states are decided, which are not known yet.
 */
final class Leaning {
    private final Terrain terrain;
    private final LiveGraph graph;
    private final int[] devices;

    private Leaning(Terrain terrain) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.devices = new int[graph.nodeCount()];
        Arrays.fill(devices, LiveGraph.NONE);
    }

    static Leaning of(Terrain terrain) {
        Leaning leaning = new Leaning(terrain);
        for (int node = 0; node < leaning.devices.length; node++) {
            leaning.devices[node] = leaning.decide(node);
        }
        return leaning;
    }

    /** Where a node would be, or {@link LiveGraph#NONE}. */
    int node(int node) {
        return devices[node];
    }

    /** Where a storage would be, or {@link LiveGraph#NONE}. */
    int storage(int storage) {
        int producer = graph.producer(storage);
        int home = terrain.home(storage);
        return home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
    }

    private int decide(int node) {
        int pin = terrain.pins().device(graph.output(node));
        if (pin != LiveGraph.NONE) {
            return pin;
        }
        int home = terrain.home(graph.output(node));
        if (home != LiveGraph.NONE) {
            return home;
        }
        int resident = terrain.outweighing(node);
        if (resident != LiveGraph.NONE && terrain.support().supports(node, resident)) {
            return resident;
        }
        return terrain.isHeavy(node) ? heavy(node) : largestOperand(node);
    }

    /** Where weights are on several devices, heavy operations follow them, or else their largest operand; otherwise priority decides. */
    private int heavy(int node) {
        int first = terrain.support().first(node);
        if (!terrain.workFollowsWeights()) {
            return first;
        }
        int weight = terrain.weightHome(node);
        int device = weight == LiveGraph.NONE ? largestOperand(node) : weight;
        return device != LiveGraph.NONE && terrain.support().supports(node, device) ? device : first;
    }

    private int largestOperand(int node) {
        int best = LiveGraph.NONE;
        long most = -1;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int device = storage(graph.readStorage(read));
            long bytes = graph.readTo(read) - graph.readFrom(read);
            if (device != LiveGraph.NONE && bytes > most) {
                best = device;
                most = bytes;
            }
        }
        return best;
    }
}
