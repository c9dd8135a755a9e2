package io.tandem.scheduler.planning.lane;

/**
 * Nodes that are submitted at once: those at consecutive positions of the order.
 *
 * @param device where they run
 * @param split the number of the split that they are a part of
 * @param from the first position
 * @param to the position after the last
 */
public record Stretch(int device, int split, int from, int to) {}
