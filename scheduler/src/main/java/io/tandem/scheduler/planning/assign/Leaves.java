package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;

/**
 * Finds homes for what has none of its own: a result lives where it is computed, a weight or input where it is read. Of
 * several readers a CPU counts first for an input, since copies from there are uploads; else the first in priority order.
 */
public final class Leaves {
    private final LiveGraph graph;
    private final int[] given;
    private final boolean[] isCpu;
    private final int firstPresent;

    /**
     * With these homes, by storage, as far as they are given.
     *
     * @param firstPresent the home of what nobody reads
     */
    public Leaves(LiveGraph graph, int[] given, boolean[] isCpu, int firstPresent) {
        this.graph = graph;
        this.given = given;
        this.isCpu = isCpu;
        this.firstPresent = firstPresent;
    }

    /** The homes of all storages, given the devices of all nodes. */
    public int[] settle(int[] nodes) {
        int[] homes = new int[given.length];
        for (int storage = 0; storage < homes.length; storage++) {
            homes[storage] = home(storage, nodes);
        }
        return homes;
    }

    /** The home of one storage. */
    int home(int storage, int[] nodes) {
        if (given[storage] != LiveGraph.NONE) {
            return given[storage];
        }
        int producer = graph.producer(storage);
        return producer != LiveGraph.NONE ? nodes[producer] : chosen(storage, nodes);
    }

    /** Whether a storage lives where it is read. */
    boolean isFloating(int storage) {
        return given[storage] == LiveGraph.NONE && graph.producer(storage) == LiveGraph.NONE;
    }

    private int chosen(int storage, int[] nodes) {
        boolean input = graph.isInput(storage);
        int best = LiveGraph.NONE;
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            int device = nodes[graph.readNode(graph.useRead(use))];
            if (best == LiveGraph.NONE || rank(device, input) < rank(best, input)) {
                best = device;
            }
        }
        return best == LiveGraph.NONE ? firstPresent : best;
    }

    private int rank(int device, boolean input) {
        return input && isCpu[device] ? device - isCpu.length : device;
    }
}
