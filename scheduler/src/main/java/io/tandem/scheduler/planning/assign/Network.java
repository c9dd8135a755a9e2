package io.tandem.scheduler.planning.assign;

import java.util.Arrays;

/** Vertices and arcs with capacities that are left; the arc back of arc {@code a} is {@code a ^ 1}. For one thread. */
final class Network {
    private int[] firstArc = new int[64];
    private int[] nextArc = new int[256];
    private int[] target = new int[256];
    private long[] capacity = new long[256];
    private int vertices;
    private int arcs;

    void reset() {
        vertices = 0;
        arcs = 0;
    }

    int vertices() {
        return vertices;
    }

    int arcs() {
        return arcs;
    }

    int addVertex() {
        if (vertices == firstArc.length) {
            firstArc = Arrays.copyOf(firstArc, 2 * vertices);
        }
        firstArc[vertices] = -1;
        return vertices++;
    }

    void addArcs(int from, int to, long forward, long backward) {
        if (arcs + 2 > target.length) {
            target = Arrays.copyOf(target, 2 * arcs);
            nextArc = Arrays.copyOf(nextArc, 2 * arcs);
            capacity = Arrays.copyOf(capacity, 2 * arcs);
        }
        link(from, to, forward);
        link(to, from, backward);
    }

    private void link(int from, int to, long most) {
        target[arcs] = to;
        capacity[arcs] = most;
        nextArc[arcs] = firstArc[from];
        firstArc[from] = arcs++;
    }

    int firstArc(int vertex) {
        return firstArc[vertex];
    }

    /** The next arc of the same vertex, or -1. */
    int nextArc(int arc) {
        return nextArc[arc];
    }

    int target(int arc) {
        return target[arc];
    }

    long capacity(int arc) {
        return capacity[arc];
    }

    void move(int arc, long amount) {
        capacity[arc] -= amount;
        capacity[arc ^ 1] += amount;
    }
}
