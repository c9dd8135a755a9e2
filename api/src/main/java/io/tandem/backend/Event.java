package io.tandem.backend;

/** Tells when a command is done. Safe for any number of threads; needs no close. */
public interface Event {
    /** Whether the command is done or has failed. Never waits. */
    boolean isDone();

    /**
     * Waits until the command is done, at most the given time.
     *
     * @param timeoutNanos 0 not to wait; {@link Long#MAX_VALUE} to wait for ever
     * @return whether it is done; false also when the thread was interrupted, whose interrupt flag then stays set
     * @throws BackendException the command's failure
     */
    boolean await(long timeoutNanos);

    /** An event that is done. Like {@link #failed}, it belongs to every device. */
    static Event completed() {
        return SettledEvent.COMPLETED;
    }

    /** An event that has failed. */
    static Event failed(BackendException failure) {
        return new SettledEvent(failure);
    }

    /** Whether {@code event} was made by {@link #completed} or {@link #failed}: every device accepts it. */
    static boolean isSettled(Event event) {
        return event instanceof SettledEvent;
    }
}
