package io.tandem.backend;

import org.jspecify.annotations.Nullable;

/** An event whose outcome is known. */
record SettledEvent(@Nullable BackendException failure) implements Event {
    static final Event COMPLETED = new SettledEvent(null);

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public boolean await(long timeoutNanos) {
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
