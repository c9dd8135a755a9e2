package io.tandem.scheduler.planning.assign;

import io.tandem.scheduler.planning.work.LiveGraph;

/** What copies cost. */
final class Costs {
    /** What the latency of a copy, about 10 µs, is worth in bytes. */
    static final long LATENCY_BYTES = 64 * 1024;

    private Costs() {}

    /** The cost of a copy. */
    static long copy(long bytes) {
        return bytes + LATENCY_BYTES;
    }

    /** The cost of a copy for all readers of a storage, which is no less than that for some of them. */
    static long copyForAll(LiveGraph graph, int storage) {
        long from = Long.MAX_VALUE;
        long to = 0;
        for (int use = graph.firstUse(storage); use < graph.firstUse(storage + 1); use++) {
            from = Math.min(from, graph.readFrom(graph.useRead(use)));
            to = Math.max(to, graph.readTo(graph.useRead(use)));
        }
        return from > to ? 0 : copy(to - from);
    }
}
