package io.tandem.testkit.fake;

import io.tandem.backend.BackendException;
import io.tandem.backend.Event;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The event of a command that runs on its queue's thread. */
final class FakeEvent implements Event {
    private final OpenFakeDevice device;
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable BackendException failure;

    FakeEvent(OpenFakeDevice device) {
        this.device = device;
    }

    OpenFakeDevice device() {
        return device;
    }

    void complete(@Nullable BackendException result) {
        failure = result;
        done.countDown();
    }

    @Override
    public boolean isDone() {
        return done.getCount() == 0;
    }

    @Override
    public boolean await(long timeoutNanos) {
        try {
            if (!done.await(timeoutNanos, TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
