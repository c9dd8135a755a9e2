package io.tandem.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/**
 * The same work done by us and by a peer.
 *
 * @param name unique, and short enough to be typed
 * @param isQuick whether {@code --quick} includes it unasked
 * @param unit of the figures
 * @param work how much one run of a side does: sentences, operations or nodes, as the unit says
 * @param ours our side
 * @param peer the other side
 * @param goal what is to be reached, or null where the row is for orientation
 */
public record Comparison(
        String name,
        boolean isQuick,
        Unit unit,
        double work,
        Side.Opening ours,
        Peer peer,
        @Nullable Goal goal) {}
