package io.tandem.scheduler.planning.lane;

/**
 * A copy of a storage to another device.
 *
 * @param storage what is copied
 * @param device where it goes
 * @param from where the range starts in the storage, in bytes
 * @param to where it ends
 * @param ready the position of the node that computes the storage; -1 for what is there from the beginning
 * @param firstUse the position of the first node that reads the copy
 */
public record Move(int storage, int device, long from, long to, int ready, int firstUse) {
    /** The bytes that move. */
    public long bytes() {
        return to - from;
    }
}
