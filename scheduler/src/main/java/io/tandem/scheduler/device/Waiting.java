package io.tandem.scheduler.device;

import io.tandem.backend.Event;

/** Waits for events on the host. */
public final class Waiting {
    private Waiting() {}

    /**
     * Waits until the command is done, also when the thread is interrupted: its interrupt flag is then set afterwards.
     *
     * @throws io.tandem.backend.BackendException the command's failure
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
}
