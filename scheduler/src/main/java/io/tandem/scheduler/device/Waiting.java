package io.tandem.scheduler.device;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;

/** Waits for events on the host. */
public final class Waiting {
    private Waiting() {}

    /**
     * Waits until the command is done, also when the thread is interrupted: its interrupt flag is then set afterwards.
     *
     * @throws BackendException the command's failure
     */
    public static void forEvent(Event event) {
        boolean interrupted = false;
        try {
            while (!event.await(Long.MAX_VALUE)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until the command no longer touches memory, whether it succeeds or not. */
    public static void forRest(Event event) {
        try {
            forEvent(event);
        } catch (BackendException failure) {
            // It is somebody else's, who is told of it elsewhere.
        }
    }
}
