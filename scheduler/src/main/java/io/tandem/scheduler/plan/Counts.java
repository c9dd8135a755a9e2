package io.tandem.scheduler.plan;

/**
 * The figures of a plan.
 *
 * @param splits maximal runs of one device in the plan's order
 * @param segments programs that are submitted
 * @param copies transfers between devices per run, further uploads of an input among them
 * @param copyBytes their bytes
 * @param uploads inputs brought from the host per run, each counted once
 * @param uploadBytes their bytes
 * @param replicas loads of a weight on a device beyond the one where it lives, once
 * @param replicaBytes their bytes
 */
public record Counts(
        int splits,
        int segments,
        int copies,
        long copyBytes,
        int uploads,
        long uploadBytes,
        int replicas,
        long replicaBytes) {}
