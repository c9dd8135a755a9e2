package io.tandem.scheduler.planning.assign;

/**
 * How good an assignment is, in the order of what counts first; less is better.
 *
 * @param copyCost the bytes of all copies and their latencies
 * @param splits the maximal runs of one device in the best order found
 * @param copies the number of copies
 * @param replicaBytes the bytes of weights that are loaded on a further device
 * @param away nodes on a device where none of their largest operands is
 * @param priority the sum of the nodes' device numbers
 */
public record Score(long copyCost, int splits, int copies, long replicaBytes, int away, long priority)
        implements Comparable<Score> {
    @Override
    public int compareTo(Score other) {
        int order = Long.compare(copyCost, other.copyCost);
        order = order != 0 ? order : Integer.compare(splits, other.splits);
        order = order != 0 ? order : Integer.compare(copies, other.copies);
        order = order != 0 ? order : Long.compare(replicaBytes, other.replicaBytes);
        order = order != 0 ? order : Integer.compare(away, other.away);
        return order != 0 ? order : Long.compare(priority, other.priority);
    }
}
