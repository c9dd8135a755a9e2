package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.Arrays;

/**
 * Moves any number of a component's nodes to one device at once, so that what is left costs the least: an expansion move
 * (Boykov, Veksler and Zabih 2001) over the costs of copies, found exactly by a minimum cut. With two devices the first
 * move finds the least cost of all.
 *
 * <p>In the network a node on the sink's side moves. Ties in bytes fall to being near the largest operand, then to
 * priority. For one thread.
 */
final class Expansion {
    private static final int STAYS = -1;
    private static final long UNIT = 1L << 18;
    private static final long LARGEST_COST = 1L << 36;

    private final Terrain terrain;
    private final LiveGraph graph;
    private final Readers readers;
    private final MinimumCut cut = new MinimumCut();
    private final int[] vertexOf;
    private int[] devices = new int[0];
    private int target;

    Expansion(Terrain terrain) {
        this.terrain = terrain;
        this.graph = terrain.graph();
        this.readers = new Readers(graph, terrain.support().deviceCount());
        this.vertexOf = new int[graph.nodeCount()];
        Arrays.fill(vertexOf, STAYS);
    }

    /** Moves nodes of the component to {@code to} where that pays; {@code current} is changed. Returns whether any moved. */
    boolean expand(Component component, int to, int[] current) {
        devices = current;
        target = to;
        cut.reset();
        boolean any = addVertices(component);
        if (any) {
            component.storages().forEach(this::addCopies);
            new Ties(terrain, cut, vertexOf).add(component, current, to, UNIT);
            cut.solve();
            any = move(component);
        }
        component.nodes().forEach(node -> vertexOf[node] = STAYS);
        return any;
    }

    private boolean addVertices(Component component) {
        SupportTable support = terrain.support();
        boolean any = false;
        for (int node : component.nodes()) {
            if (devices[node] != target && support.supports(node, target)) {
                vertexOf[node] = cut.addVertex();
                any = true;
            }
        }
        return any;
    }

    private boolean move(Component component) {
        boolean any = false;
        for (int node : component.nodes()) {
            if (vertexOf[node] != STAYS && cut.isOnSinkSide(vertexOf[node])) {
                devices[node] = target;
                any = true;
            }
        }
        return any;
    }

    /** Adds what copies of a storage cost, depending on who moves. */
    private void addCopies(int storage) {
        long cost = Math.min(Costs.copyForAll(graph, storage), LARGEST_COST) * UNIT;
        if (cost == 0) {
            return;
        }
        int producer = graph.producer(storage);
        int home = terrain.home(storage);
        int mover = STAYS;
        if (home == LiveGraph.NONE && producer != LiveGraph.NONE) {
            home = devices[producer];
            mover = vertexOf[producer];
        }
        readers.sort(storage, devices, vertexOf, target);
        for (int i = 0; i < readers.deviceCount(); i++) {
            addCopyTo(readers.device(i), home, mover, cost);
        }
        if (home != target) {
            addCopyToTarget(mover, cost);
        }
    }

    /** A copy to a device that some readers may leave. */
    private void addCopyTo(int device, int home, int mover, long cost) {
        if (device == home && mover == STAYS) {
            return;
        }
        int end = device == home ? mover : MinimumCut.SINK;
        if (readers.anyFixed(device)) {
            if (device == home) {
                cut.addArc(MinimumCut.SOURCE, mover, cost);
            }
            return;
        }
        if (readers.count(device) == 1) {
            cut.addArc(readers.first(device), end, cost);
            return;
        }
        int joint = cut.addVertex();
        readers.forEach(device, vertex -> cut.addArc(vertex, joint, MinimumCut.ENDLESS));
        cut.addArc(joint, end, cost);
    }

    /** A copy to the target, if the storage does not move there itself. */
    private void addCopyToTarget(int mover, long cost) {
        int begin = mover == STAYS ? MinimumCut.SOURCE : mover;
        if (readers.anyFixed(target)) {
            if (mover != STAYS) {
                cut.addArc(mover, MinimumCut.SINK, cost);
            }
            return;
        }
        if (readers.movers() == 0) {
            return;
        }
        int joint = cut.addVertex();
        cut.addArc(begin, joint, cost);
        readers.forEachMover(vertex -> cut.addArc(joint, vertex, MinimumCut.ENDLESS));
    }
}
