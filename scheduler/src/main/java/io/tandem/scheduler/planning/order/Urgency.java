package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;

/**
 * What goes first inside a split: nodes on whose results another device waits, and among equals those that wait for no
 * other device themselves. A key holds both the urgency and the node, the most urgent least.
 */
final class Urgency {
    private final byte[] tiers;

    private Urgency(byte[] tiers) {
        this.tiers = tiers;
    }

    /** All nodes alike: in the graph's own order. */
    static Urgency none(int nodes) {
        return new Urgency(new byte[nodes]);
    }

    static Urgency of(Edges edges, Assigned assigned) {
        LiveGraph graph = edges.graph();
        byte[] tiers = new byte[graph.nodeCount()];
        boolean[] leadsAway = new boolean[graph.nodeCount()];
        for (int node = graph.nodeCount() - 1; node >= 0; node--) {
            for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
                int target = edges.target(edge, node, assigned);
                if (target != LiveGraph.NONE) {
                    leadsAway[node] |= leadsAway[target] || assigned.node(target) != assigned.node(node);
                }
            }
            tiers[node] = (byte) ((leadsAway[node] ? 0 : 2) + (waitsForOthers(graph, node, assigned) ? 1 : 0));
        }
        return new Urgency(tiers);
    }

    private static boolean waitsForOthers(LiveGraph graph, int node, Assigned assigned) {
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int producer = graph.producer(graph.readStorage(read));
            if (producer != LiveGraph.NONE && assigned.node(producer) != assigned.node(node)) {
                return true;
            }
        }
        return false;
    }

    int key(int node) {
        return tiers[node] * tiers.length + node;
    }

    int node(int key) {
        return key % tiers.length;
    }
}
