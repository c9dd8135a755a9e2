package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;

/**
 * Which nodes wait for which: those that read a result for the one that computes it, and one that overwrites a state for
 * those that read the old version. The latter holds only for readers that run where the state lives; others read a copy.
 */
public final class Edges {
    private final LiveGraph graph;
    private final int[] first;
    private final int[] targets;

    private Edges(LiveGraph graph, int[] first, int[] targets) {
        this.graph = graph;
        this.first = first;
        this.targets = targets;
    }

    /** The edges of a graph. */
    public static Edges of(LiveGraph graph) {
        int[] first = new int[graph.nodeCount() + 1];
        forEach(graph, (from, to) -> first[from + 1]++);
        for (int node = 0; node < graph.nodeCount(); node++) {
            first[node + 1] += first[node];
        }
        int[] next = first.clone();
        int[] targets = new int[first[graph.nodeCount()]];
        forEach(graph, (from, to) -> targets[next[from]++] = to);
        return new Edges(graph, first, targets);
    }

    private interface Sink {
        /** A target below 0 is that of a hazard: the complement of the writer. */
        void edge(int from, int to);
    }

    private static void forEach(LiveGraph graph, Sink sink) {
        for (int node = 0; node < graph.nodeCount(); node++) {
            for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
                int producer = graph.producer(graph.readStorage(read));
                if (producer != LiveGraph.NONE) {
                    sink.edge(producer, node);
                }
            }
            int old = graph.overwritten(node);
            if (old != LiveGraph.NONE) {
                forEachHazard(graph, old, node, sink);
            }
        }
    }

    private static void forEachHazard(LiveGraph graph, int old, int writer, Sink sink) {
        for (int use = graph.firstUse(old); use < graph.firstUse(old + 1); use++) {
            int reader = graph.readNode(graph.useRead(use));
            if (reader != writer) {
                sink.edge(reader, ~writer);
            }
        }
    }

    int first(int node) {
        return first[node];
    }

    /** The node that waits by an edge, or {@link LiveGraph#NONE} if the reader has a copy and nobody waits for it. */
    int target(int edge, int node, Assigned assigned) {
        int target = targets[edge];
        if (target >= 0) {
            return target;
        }
        int writer = ~target;
        return assigned.node(node) == assigned.node(writer) ? writer : LiveGraph.NONE;
    }

    LiveGraph graph() {
        return graph;
    }
}
