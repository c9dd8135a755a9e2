package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** The readers of a storage by the device where they are now. For one thread; an object serves any number of storages. */
final class Readers {
    private final LiveGraph graph;
    private final int[] counts;
    private final int[] firsts;
    private final boolean[] fixed;
    private final int[] found;
    private final boolean[] isFound;
    private int[] movers = new int[16];
    private int[] moverDevices = new int[16];
    private int moverCount;
    private int foundCount;

    Readers(LiveGraph graph, int devices) {
        this.graph = graph;
        this.counts = new int[devices];
        this.firsts = new int[devices];
        this.fixed = new boolean[devices];
        this.found = new int[devices];
        this.isFound = new boolean[devices];
    }

    /** Sorts the readers of one storage. One with a vertex may move to {@code target}, which is not where it is. */
    void sort(int storage, int[] devices, int[] vertexOf, int target) {
        clear(target);
        int last = LiveGraph.NONE;
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            int node = graph.readNode(graph.useRead(use));
            if (node == last) {
                continue;
            }
            last = node;
            int device = devices[node];
            if (!isFound[device] && device != target) {
                isFound[device] = true;
                found[foundCount++] = device;
            }
            if (vertexOf[node] < 0) {
                fixed[device] = true;
            } else {
                addMover(vertexOf[node], device);
            }
        }
    }

    private void clear(int target) {
        for (int i = 0; i < foundCount; i++) {
            counts[found[i]] = 0;
            fixed[found[i]] = false;
            isFound[found[i]] = false;
        }
        counts[target] = 0;
        fixed[target] = false;
        foundCount = 0;
        moverCount = 0;
    }

    private void addMover(int vertex, int device) {
        if (moverCount == movers.length) {
            movers = Arrays.copyOf(movers, 2 * moverCount);
            moverDevices = Arrays.copyOf(moverDevices, 2 * moverCount);
        }
        movers[moverCount] = vertex;
        moverDevices[moverCount++] = device;
        if (counts[device]++ == 0) {
            firsts[device] = vertex;
        }
    }

    /** The number of devices with readers, the target not among them. */
    int deviceCount() {
        return foundCount;
    }

    int device(int number) {
        return found[number];
    }

    /** Whether some reader is on the device whoever moves. */
    boolean anyFixed(int device) {
        return fixed[device];
    }

    /** The number of readers on the device that may move. */
    int count(int device) {
        return counts[device];
    }

    /** One of the readers on the device that may move. */
    int first(int device) {
        return firsts[device];
    }

    int movers() {
        return moverCount;
    }

    void forEachMover(IntConsumer action) {
        for (int i = 0; i < moverCount; i++) {
            action.accept(movers[i]);
        }
    }

    void forEach(int device, IntConsumer action) {
        for (int i = 0; i < moverCount; i++) {
            if (moverDevices[i] == device) {
                action.accept(movers[i]);
            }
        }
    }
}
