package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Improves an assignment by moving one free node at a time to where a neighbour is: what a cut cannot see is decided here,
 * above all the number of splits. Effort is bounded, so large graphs with many equal choices are left as they are.
 */
final class Polish {
    /** The steps in all, a step being a node that is ordered or a use that is looked at. */
    private static final int EFFORT = 40_000;

    private static final int ROUNDS = 3;

    private final Terrain terrain;
    private final LiveGraph graph;
    private final Scorer scorer;
    private final List<Component> components;
    private final int[] devices;
    private final int[] homes;
    private @Nullable Score best;
    private int effortLeft = EFFORT;

    Polish(Terrain terrain, Scorer scorer, List<Component> components, int[] devices) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.scorer = scorer;
        this.components = components;
        this.devices = devices;
        this.homes = new int[graph.tensorCount()];
    }

    /** Returns the improved devices, in place. */
    int[] improve() {
        boolean improved = true;
        for (int round = 0; improved && round < ROUNDS; round++) {
            improved = false;
            for (Component component : components) {
                improved |= improveAsOne(component);
                for (int node : component.nodes()) {
                    improved |= improve(node, component);
                }
            }
        }
        return devices;
    }

    /** Tries to have the whole component on one device. */
    private boolean improveAsOne(Component component) {
        boolean improved = false;
        for (int device : component.devices()) {
            boolean possible = effortLeft > 0
                    && component.nodes().stream()
                            .allMatch(node -> terrain.support().supports(node, device))
                    && component.nodes().stream().anyMatch(node -> devices[node] != device);
            if (possible) {
                improved |= moveIfBetter(component.nodes(), device);
            }
        }
        return improved;
    }

    private boolean improve(int node, Component component) {
        boolean improved = false;
        for (int device : component.devices()) {
            SupportTable support = terrain.support();
            if (device != devices[node]
                    && effortLeft > 0
                    && isNeighbour(node, device)
                    && support.supports(node, device)
                    && gain(node, device) >= 0) {
                improved |= moveIfBetter(List.of(node), device);
            }
        }
        return improved;
    }

    /** Whether an operand or a reader of the node's result is on the device. */
    private boolean isNeighbour(int node, int device) {
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            int producer = graph.producer(storage);
            int home = terrain.home(storage);
            int known = home != LiveGraph.NONE || producer == LiveGraph.NONE ? home : devices[producer];
            if (known == device || (known == LiveGraph.NONE && !graph.isWeight(storage))) {
                return true;
            }
        }
        int output = graph.output(node);
        for (int use = graph.firstUse(output); use < graph.firstUse(output + 1); use++) {
            effortLeft--;
            if (devices[graph.readNode(graph.useRead(use))] == device) {
                return true;
            }
        }
        return false;
    }

    /** The bytes and latencies that moving the node saves. */
    private long gain(int node, int device) {
        int before = devices[node];
        long old = scorer.copyCostAround(node, devices, homes);
        devices[node] = device;
        long now = scorer.copyCostAround(node, devices, homes);
        devices[node] = before;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            effortLeft -= 2 * (graph.firstUse(storage + 1) - graph.firstUse(storage));
        }
        return old - now;
    }

    private boolean moveIfBetter(List<Integer> nodes, int device) {
        Score known = best == null ? scorer.score(devices) : best;
        int[] before = nodes.stream().mapToInt(node -> devices[node]).toArray();
        nodes.forEach(node -> devices[node] = device);
        effortLeft -= 3 * graph.nodeCount();
        boolean better = scorer.copyCost(devices) <= known.copyCost();
        best = better ? scorer.score(devices) : known;
        if (best.compareTo(known) < 0) {
            return true;
        }
        best = known;
        for (int i = 0; i < before.length; i++) {
            devices[nodes.get(i)] = before[i];
        }
        return false;
    }
}
