package io.tandem.scheduler.plan;

import io.tandem.graph.Tensor;

/**
 * Bytes that move. Transfers are of whole storages or of the range that the views read in them.
 *
 * @param storage the storage that moves, a version of a state among them
 * @param offset where the range starts in the storage
 * @param bytes its length
 * @param from the index of the device that it comes from, or {@link #HOST}
 * @param to the index of the device that it goes to
 */
public record Transfer(Tensor storage, long offset, long bytes, int from, int to) {
    /** The host, as the source of an upload. */
    public static final int HOST = -1;
}
