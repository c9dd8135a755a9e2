package io.tandem.scheduler.plan;

/**
 * Where commands are carried out one after the other. Each device has a lane for its uploads and programs, and one for the
 * copies that come to it.
 *
 * @param device the index in {@link Plan#devices()}
 * @param purpose what it carries out
 */
public record Lane(int device, Purpose purpose) {
    /** What a lane carries out. */
    public enum Purpose {
        /** Uploads of inputs, and programs. */
        COMPUTE,
        /** Copies from other devices to this one. */
        TRANSFER
    }
}
