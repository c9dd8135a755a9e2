package io.tandem.scheduler.planning.work;

import java.util.Arrays;

/**
 * Finds which storages are read away from home. For one thread; an object serves any number of assignments of one graph.
 */
public final class Demand {
    private final LiveGraph graph;
    private final int[] seen;
    private final long[] from;
    private final long[] to;
    private final int[] away;
    private int stamp;

    /** For a graph on so many devices. */
    public Demand(LiveGraph graph, int devices) {
        this.graph = graph;
        this.seen = new int[devices];
        this.from = new long[devices];
        this.to = new long[devices];
        this.away = new int[devices];
    }

    /** Is told of each storage and further device, once. */
    @FunctionalInterface
    public interface Visitor {
        /** The storage is read on a device that is not its home, in no more than that range of bytes. */
        void reads(int storage, int device, long from, long to);
    }

    /** Visits all storages. */
    public void visit(Assigned assigned, Visitor visitor) {
        int count = graph.tensorCount();
        for (int storage = 0; storage < count; storage++) {
            visit(storage, assigned, visitor);
        }
    }

    /** Visits one storage. */
    public void visit(int storage, Assigned assigned, Visitor visitor) {
        int begin = graph.firstUse(storage);
        int end = graph.firstUse(storage + 1);
        if (begin == end) {
            return;
        }
        int home = assigned.home(storage);
        int found = 0;
        stamp = nextStamp();
        for (int use = begin; use < end; use++) {
            int read = graph.useRead(use);
            int device = assigned.node(graph.readNode(read));
            if (device != home) {
                found = widen(device, read, found);
            }
        }
        for (int i = 0; i < found; i++) {
            visitor.reads(storage, away[i], from[away[i]], to[away[i]]);
        }
    }

    private int widen(int device, int read, int found) {
        if (seen[device] != stamp) {
            seen[device] = stamp;
            from[device] = graph.readFrom(read);
            to[device] = graph.readTo(read);
            away[found] = device;
            return found + 1;
        }
        from[device] = Math.min(from[device], graph.readFrom(read));
        to[device] = Math.max(to[device], graph.readTo(read));
        return found;
    }

    private int nextStamp() {
        if (stamp == Integer.MAX_VALUE) {
            Arrays.fill(seen, 0);
            return 1;
        }
        return stamp + 1;
    }
}
