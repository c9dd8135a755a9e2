package io.tandem.scheduler.planning.assign;

import java.util.Arrays;

/**
 * Cuts a network in two at the least cost: Dinic's maximum flow (1970), then everything that still reaches the sink is on
 * its side. For one thread; an object serves any number of networks.
 */
final class MinimumCut {
    /** Capacity of an arc that may never be cut. */
    static final long ENDLESS = Long.MAX_VALUE / 4;

    static final int SOURCE = 0;
    static final int SINK = 1;

    private int[] firstArc = new int[64];
    private int[] nextArc = new int[256];
    private int[] target = new int[256];
    private long[] capacity = new long[256];
    private int[] level = new int[64];
    private int[] currentArc = new int[64];
    private int[] queue = new int[64];
    private int vertices;
    private int arcs;

    /** Starts a new network of source and sink. */
    void reset() {
        vertices = 0;
        arcs = 0;
        addVertex();
        addVertex();
    }

    int addVertex() {
        if (vertices == firstArc.length) {
            firstArc = Arrays.copyOf(firstArc, 2 * vertices);
            level = Arrays.copyOf(level, 2 * vertices);
            currentArc = Arrays.copyOf(currentArc, 2 * vertices);
            queue = Arrays.copyOf(queue, 2 * vertices);
        }
        firstArc[vertices] = -1;
        return vertices++;
    }

    /** Costs {@code forward} if {@code from} is on the source's side and {@code to} on the sink's. */
    void addArc(int from, int to, long forward) {
        addArcs(from, to, forward, 0);
    }

    /** The same in both directions. */
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

    /** Finds the cut whose sink side is smallest. */
    void solve() {
        while (reachesSink()) {
            System.arraycopy(firstArc, 0, currentArc, 0, vertices);
            long pushed;
            do {
                pushed = augment();
            } while (pushed > 0);
        }
        markSinkSide();
    }

    boolean isOnSinkSide(int vertex) {
        return level[vertex] >= 0;
    }

    private boolean reachesSink() {
        Arrays.fill(level, 0, vertices, -1);
        level[SOURCE] = 0;
        queue[0] = SOURCE;
        int tail = 1;
        for (int head = 0; head < tail && level[SINK] < 0; head++) {
            int vertex = queue[head];
            for (int arc = firstArc[vertex]; arc >= 0; arc = nextArc[arc]) {
                if (capacity[arc] > 0 && level[target[arc]] < 0) {
                    level[target[arc]] = level[vertex] + 1;
                    queue[tail++] = target[arc];
                }
            }
        }
        return level[SINK] >= 0;
    }

    /** Pushes along one shortest path; the queue holds its arcs. */
    private long augment() {
        int length = 0;
        int vertex = SOURCE;
        while (vertex != SINK) {
            int arc = admissible(vertex);
            if (arc >= 0) {
                queue[length++] = arc;
                vertex = target[arc];
            } else if (length == 0) {
                return 0;
            } else {
                level[vertex] = -1;
                vertex = target[queue[--length] ^ 1];
            }
        }
        return push(length);
    }

    private int admissible(int vertex) {
        int arc = currentArc[vertex];
        while (arc >= 0 && !(capacity[arc] > 0 && level[target[arc]] == level[vertex] + 1)) {
            arc = nextArc[arc];
        }
        currentArc[vertex] = arc;
        return arc;
    }

    private long push(int length) {
        long most = Long.MAX_VALUE;
        for (int i = 0; i < length; i++) {
            most = Math.min(most, capacity[queue[i]]);
        }
        for (int i = 0; i < length; i++) {
            capacity[queue[i]] -= most;
            capacity[queue[i] ^ 1] += most;
        }
        return most;
    }

    private void markSinkSide() {
        Arrays.fill(level, 0, vertices, -1);
        level[SINK] = 0;
        queue[0] = SINK;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            for (int arc = firstArc[queue[head]]; arc >= 0; arc = nextArc[arc]) {
                if (capacity[arc ^ 1] > 0 && level[target[arc]] < 0) {
                    level[target[arc]] = 0;
                    queue[tail++] = target[arc];
                }
            }
        }
    }
}
