package io.tandem.scheduler.planning.assign;

import java.util.List;

/**
 * Free nodes whose places depend on each other.
 *
 * @param nodes the nodes, in order
 * @param storages what they read and compute, weights not among it
 * @param devices where they may go, in priority order
 */
record Component(List<Integer> nodes, List<Integer> storages, List<Integer> devices) {}
