package io.tandem.scheduler.planning.order;

import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;

/**
 * List scheduling: runs what is ready on one device until nothing is, then goes on with another. For one thread and one
 * assignment; any number of passes.
 */
final class ListScheduler {
    private final Edges edges;
    private final LiveGraph graph;
    private final Assigned assigned;
    private final int devices;
    private final Urgency urgency;
    private final int window;
    private final Phases phases;
    private final int[] waiting;
    private final IntHeap[] ready;
    private final Progress progress;
    private final boolean[] done;
    private int firstOpen;

    ListScheduler(Edges edges, Assigned assigned, int devices, int window) {
        this.edges = edges;
        this.graph = edges.graph();
        this.assigned = assigned;
        this.devices = devices;
        this.window = window;
        this.urgency = window >= graph.nodeCount() ? Urgency.of(edges, assigned) : Urgency.none(graph.nodeCount());
        this.phases = Phases.of(edges, assigned, devices);
        this.waiting = new int[graph.nodeCount()];
        this.ready = new IntHeap[devices];
        Arrays.setAll(ready, device -> new IntHeap());
        this.progress = new Progress(edges, assigned, phases);
        this.done = new boolean[graph.nodeCount()];
    }

    /** A number of splits that no order is below. */
    int leastSplits() {
        return phases.count();
    }

    /** Whether a node is ready on the device at the beginning. */
    boolean canStart(int device) {
        reset();
        return isAvailable(device);
    }

    /** Schedules all nodes; the first device may be {@link LiveGraph#NONE} to choose it like any other. */
    NodeOrder run(int firstDevice) {
        reset();
        int[] order = new int[graph.nodeCount()];
        int current = firstDevice;
        for (int position = 0; position < order.length; position++) {
            if (current == LiveGraph.NONE || !isAvailable(current)) {
                current = choose();
            }
            int node = urgency.node(ready[current].removeLeast());
            order[position] = node;
            finish(node);
        }
        return NodeOrder.of(order, assigned);
    }

    private void reset() {
        Arrays.fill(waiting, 0);
        Arrays.fill(done, false);
        firstOpen = 0;
        progress.reset();
        for (IntHeap heap : ready) {
            heap.clear();
        }
        for (int node = 0; node < waiting.length; node++) {
            for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
                int target = edges.target(edge, node, assigned);
                if (target != LiveGraph.NONE) {
                    waiting[target]++;
                }
            }
        }
        for (int node = 0; node < waiting.length; node++) {
            if (waiting[node] == 0) {
                ready[assigned.node(node)].add(urgency.key(node));
            }
        }
    }

    private boolean isAvailable(int device) {
        return !ready[device].isEmpty()
                && (window >= done.length || urgency.node(ready[device].least()) < (long) firstOpen + window);
    }

    private void finish(int node) {
        done[node] = true;
        while (firstOpen < done.length && done[firstOpen]) {
            firstOpen++;
        }
        progress.finish(node);
        for (int edge = edges.first(node); edge < edges.first(node + 1); edge++) {
            int target = edges.target(edge, node, assigned);
            if (target != LiveGraph.NONE && --waiting[target] == 0) {
                ready[assigned.node(target)].add(urgency.key(target));
            }
        }
    }

    /**
     * A device whose phase can be completed now costs no more splits by going first. Where there is none, one phase is torn
     * apart: that with the fewest nodes left behind.
     */
    private int choose() {
        int best = LiveGraph.NONE;
        int fewest = Integer.MAX_VALUE;
        for (int device = 0; device < devices; device++) {
            if (isAvailable(device)) {
                int left = progress.blockedInPhase(device);
                if (left < fewest) {
                    best = device;
                    fewest = left;
                }
            }
        }
        return best;
    }
}
