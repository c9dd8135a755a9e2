package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;

/** An order in which nodes run. Nobody changes it. */
public final class NodeOrder {
    private final int[] nodes;
    private final int splits;

    private NodeOrder(int[] nodes, int splits) {
        this.nodes = nodes;
        this.splits = splits;
    }

    static NodeOrder of(int[] nodes, Assigned assigned) {
        int splits = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (i == 0 || assigned.node(nodes[i]) != assigned.node(nodes[i - 1])) {
                splits++;
            }
        }
        return new NodeOrder(nodes, splits);
    }

    static NodeOrder original(int count, Assigned assigned) {
        int[] nodes = new int[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = i;
        }
        return of(nodes, assigned);
    }

    /** The number of nodes. */
    public int size() {
        return nodes.length;
    }

    /** The node at a position. */
    public int node(int position) {
        return nodes[position];
    }

    /** The maximal runs of nodes of one device. */
    public int splits() {
        return splits;
    }
}
