package io.tandem.scheduler.planning.assign;

import java.util.Arrays;

/**
 * Cuts a network in two at the least cost: the first half of Goldberg and Tarjan's push-relabel algorithm (1988), highest
 * vertex first, with heights set anew from time to time; then everything that still reaches the sink is on its side. Flow
 * that many vertices send down a long chain is pushed together, which keeps chains linear. For one thread; an object serves
 * any number of networks.
 */
final class MinimumCut {
    /** Capacity of an arc that may never be cut. */
    static final long ENDLESS = Long.MAX_VALUE / 4;

    static final int SOURCE = 0;
    static final int SINK = 1;

    private final Network network = new Network();
    private final ActiveVertices active = new ActiveVertices();
    private int[] height = new int[64];
    private int[] currentArc = new int[64];
    private int[] heightCount = new int[64];
    private int[] queue = new int[64];
    private long[] excess = new long[64];
    private long work;

    /** Starts a new network of source and sink. */
    void reset() {
        network.reset();
        network.addVertex();
        network.addVertex();
    }

    int addVertex() {
        return network.addVertex();
    }

    /** Costs {@code forward} if {@code from} is on the source's side and {@code to} on the sink's. */
    void addArc(int from, int to, long forward) {
        network.addArcs(from, to, forward, 0);
    }

    /** The same in both directions. */
    void addArcs(int from, int to, long forward, long backward) {
        network.addArcs(from, to, forward, backward);
    }

    /** Finds the cut whose sink side is smallest. */
    void solve() {
        prepare();
        setHeights();
        saturateSource();
        for (int vertex = active.removeHighest(); vertex >= 0; vertex = active.removeHighest()) {
            if (height[vertex] < network.vertices()) {
                discharge(vertex);
            }
            if (work > 4L * (network.vertices() + network.arcs())) {
                setHeights();
                activateAll();
            }
        }
        setHeights();
    }

    boolean isOnSinkSide(int vertex) {
        return height[vertex] < network.vertices();
    }

    private void prepare() {
        int vertices = network.vertices();
        if (height.length < vertices + 1) {
            height = new int[2 * vertices];
            currentArc = new int[2 * vertices];
            heightCount = new int[2 * vertices];
            queue = new int[2 * vertices];
            excess = new long[2 * vertices];
        }
        Arrays.fill(excess, 0, vertices, 0);
        active.reset(vertices);
    }

    /** The height of a vertex is its distance from the sink, or the number of vertices if it does not reach the sink. */
    private void setHeights() {
        int vertices = network.vertices();
        Arrays.fill(height, 0, vertices, vertices);
        Arrays.fill(heightCount, 0, vertices + 1, 0);
        height[SINK] = 0;
        queue[0] = SINK;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int vertex = queue[head];
            heightCount[height[vertex]]++;
            for (int arc = network.firstArc(vertex); arc >= 0; arc = network.nextArc(arc)) {
                int other = network.target(arc);
                if (height[other] == vertices && other != SOURCE && network.capacity(arc ^ 1) > 0) {
                    height[other] = height[vertex] + 1;
                    queue[tail++] = other;
                }
            }
        }
        for (int vertex = 0; vertex < vertices; vertex++) {
            currentArc[vertex] = network.firstArc(vertex);
        }
        work = 0;
    }

    private void saturateSource() {
        for (int arc = network.firstArc(SOURCE); arc >= 0; arc = network.nextArc(arc)) {
            push(SOURCE, arc, network.capacity(arc));
        }
    }

    private void activateAll() {
        active.reset(network.vertices());
        for (int vertex = 2; vertex < network.vertices(); vertex++) {
            if (excess[vertex] > 0 && height[vertex] < network.vertices()) {
                active.add(vertex, height[vertex]);
            }
        }
    }

    private void discharge(int vertex) {
        while (excess[vertex] > 0) {
            int arc = currentArc[vertex];
            if (arc < 0) {
                relabel(vertex);
                if (height[vertex] >= network.vertices()) {
                    return;
                }
            } else if (network.capacity(arc) > 0 && height[vertex] == height[network.target(arc)] + 1) {
                push(vertex, arc, Math.min(excess[vertex], network.capacity(arc)));
            } else {
                currentArc[vertex] = network.nextArc(arc);
                work++;
            }
        }
    }

    private void push(int vertex, int arc, long amount) {
        int other = network.target(arc);
        if (amount == 0) {
            return;
        }
        network.move(arc, amount);
        excess[vertex] -= amount;
        if (excess[other] == 0 && other > SINK && height[other] < network.vertices()) {
            active.add(other, height[other]);
        }
        excess[other] += amount;
    }

    /** A vertex that was the last of its height is cut off from the sink, and so is one without a way down. */
    private void relabel(int vertex) {
        int vertices = network.vertices();
        int least = vertices;
        for (int arc = network.firstArc(vertex); arc >= 0; arc = network.nextArc(arc)) {
            if (network.capacity(arc) > 0) {
                least = Math.min(least, height[network.target(arc)] + 1);
            }
            work++;
        }
        heightCount[height[vertex]]--;
        boolean cutOff = heightCount[height[vertex]] == 0 || least >= vertices;
        height[vertex] = cutOff ? vertices : least;
        if (!cutOff) {
            heightCount[least]++;
        }
        currentArc[vertex] = network.firstArc(vertex);
    }
}
