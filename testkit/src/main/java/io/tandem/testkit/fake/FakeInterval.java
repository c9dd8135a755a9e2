package io.tandem.testkit.fake;

/**
 * When a device was busy with a command.
 *
 * @param deviceId the device
 * @param call what kind of command
 * @param name the program's name; the kind's for other commands
 * @param startNanos when it started, as {@link System#nanoTime} tells
 * @param endNanos when it ended
 */
public record FakeInterval(String deviceId, FakeCall call, String name, long startNanos, long endNanos) {
    /** How long both were busy at once, in nanoseconds. */
    public long overlapNanos(FakeInterval other) {
        long start = Math.max(startNanos, other.startNanos);
        return Math.max(0, Math.min(endNanos, other.endNanos) - start);
    }
}
