package io.tandem.scheduler.planning.assign;

import java.util.Arrays;

/** Vertices by height, the highest first. A vertex is there at most once. For one thread. */
final class ActiveVertices {
    private int[] firstOfHeight = new int[64];
    private int[] next = new int[64];
    private int highest;

    void reset(int vertices) {
        if (firstOfHeight.length < vertices + 1) {
            firstOfHeight = new int[2 * vertices];
            next = new int[2 * vertices];
        }
        Arrays.fill(firstOfHeight, 0, vertices + 1, -1);
        highest = 0;
    }

    void add(int vertex, int height) {
        next[vertex] = firstOfHeight[height];
        firstOfHeight[height] = vertex;
        highest = Math.max(highest, height);
    }

    /** Removes one of the highest, or returns -1 if there is none. */
    int removeHighest() {
        while (highest > 0 && firstOfHeight[highest] < 0) {
            highest--;
        }
        int vertex = firstOfHeight[highest];
        if (vertex >= 0) {
            firstOfHeight[highest] = next[vertex];
        }
        return vertex;
    }
}
