package io.tandem.scheduler.planning.lane;

import java.util.List;

/**
 * A command in the making.
 *
 * @param kind what it does
 * @param subject the number of the input's storage, the copy or the segment
 * @param lane the number of its lane: twice the device's, one more for transfers
 * @param position how many steps of its lane come before it
 * @param after the steps of other lanes that it waits for; what follows from others is left out
 */
public record Step(Kind kind, int subject, int lane, int position, List<Integer> after) {
    /** What a step does. */
    public enum Kind {
        /** Brings an input from the host. */
        UPLOAD,
        /** Brings a storage from another device. */
        COPY,
        /** Runs a segment. */
        EXECUTE
    }

    /** The number of the lane that runs programs and uploads on a device. */
    public static int computeLane(int device) {
        return 2 * device;
    }

    /** The number of the lane for copies to a device. */
    public static int transferLane(int device) {
        return 2 * device + 1;
    }
}
