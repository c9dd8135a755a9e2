package io.tandem.backend.queue;

/** What a caller asked for, with the event that tells of it. Under the queue's lock. */
final class Command {
    private final QueueEvent event;
    private final Work work;
    private boolean started;

    Command(QueueEvent event, Work work) {
        this.event = event;
        this.work = work;
    }

    QueueEvent event() {
        return event;
    }

    Work work() {
        return work;
    }

    /** Whether a part of it may have been submitted. */
    boolean isStarted() {
        return started;
    }

    void start() {
        started = true;
    }
}
