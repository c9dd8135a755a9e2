package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.order.Edges;
import io.tandem.scheduler.planning.order.Ordering;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.Demand;
import io.tandem.scheduler.planning.work.LiveGraph;

/** Measures assignments of one graph. For one thread. */
public final class Scorer {
    private final LiveGraph graph;
    private final Leaves leaves;
    private final Edges edges;
    private final Demand demand;
    private final int devices;
    private final int window;
    private long copyCost;
    private long replicaBytes;
    private int copies;

    /** Measures with orders of that window. */
    public Scorer(Leaves leaves, Edges edges, LiveGraph graph, int devices, int window) {
        this.graph = graph;
        this.leaves = leaves;
        this.edges = edges;
        this.demand = new Demand(graph, devices);
        this.devices = devices;
        this.window = window;
    }

    /** Everything that counts about the devices of all nodes. */
    public Score score(int[] nodes) {
        Assigned assigned = Assigned.of(nodes, leaves.settle(nodes));
        clear();
        demand.visit(assigned, this::count);
        int splits = Ordering.best(edges, assigned, devices, window).splits();
        int away = 0;
        long priority = 0;
        for (int node = 0; node < nodes.length; node++) {
            away += isAway(node, assigned) ? 1 : 0;
            priority += nodes[node];
        }
        return new Score(copyCost, splits, copies, replicaBytes, away, priority);
    }

    /** What the copies of all storages cost. */
    long copyCost(int[] nodes) {
        Assigned assigned = Assigned.of(nodes, leaves.settle(nodes));
        clear();
        demand.visit(assigned, this::count);
        return copyCost;
    }

    /** What the copies of those storages cost that a node touches; {@code homes} is brought up to date for them. */
    public long copyCostAround(int node, int[] nodes, int[] homes) {
        clear();
        Assigned assigned = Assigned.of(nodes, homes);
        visit(graph.output(node), assigned, homes, nodes);
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            if (isFirst(read, node)) {
                visit(graph.readStorage(read), assigned, homes, nodes);
            }
        }
        return copyCost;
    }

    private boolean isFirst(int read, int node) {
        for (int other = graph.firstRead(node); other < read; other++) {
            if (graph.readStorage(other) == graph.readStorage(read)) {
                return false;
            }
        }
        return true;
    }

    private void visit(int storage, Assigned assigned, int[] homes, int[] nodes) {
        if (!graph.isWeight(storage)) {
            homes[storage] = leaves.home(storage, nodes);
            demand.visit(storage, assigned, this::count);
        }
    }

    private void clear() {
        copyCost = 0;
        replicaBytes = 0;
        copies = 0;
    }

    private void count(int storage, int device, long from, long to) {
        if (graph.isWeight(storage)) {
            replicaBytes += graph.bytes(storage);
        } else {
            copyCost += Costs.copy(to - from);
            copies++;
        }
    }

    private boolean isAway(int node, Assigned assigned) {
        long most = -1;
        boolean near = true;
        for (int read = graph.firstRead(node); read < graph.firstRead(node + 1); read++) {
            int storage = graph.readStorage(read);
            long bytes = graph.readTo(read) - graph.readFrom(read);
            boolean here = leaves.isFloating(storage) || assigned.home(storage) == assigned.node(node);
            if (bytes > most) {
                most = bytes;
                near = here;
            } else if (bytes == most) {
                near |= here;
            }
        }
        return !near;
    }
}
