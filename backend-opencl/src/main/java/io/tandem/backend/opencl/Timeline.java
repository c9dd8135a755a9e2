package io.tandem.backend.opencl;

import static org.jocl.CL.CL_COMPLETE;

import io.tandem.backend.BackendException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a queue's submissions and the driver's events for those that are not known to be done. Safe for any number
 * of threads.
 */
final class Timeline {
    private record Entry(long number, cl_event event) {}

    private final Cl cl;
    private final Deque<Entry> open = new ArrayDeque<>();
    private final Map<Long, BackendException> failures = new HashMap<>();
    private long submitted;
    private long completed;

    Timeline(Cl cl) {
        this.cl = cl;
    }

    /** Adds the event of a submission, and returns the submission's number. */
    synchronized long add(cl_event event) {
        open.add(new Entry(++submitted, event));
        return submitted;
    }

    /** The number of the last submission that is done. */
    synchronized long completed() {
        Entry oldest = open.peek();
        while (oldest != null) {
            int status = cl.status(oldest.event());
            if (status > CL_COMPLETE) {
                break;
            }
            if (status < CL_COMPLETE) {
                failures.put(oldest.number(), cl.failure(status, "A command"));
            }
            open.remove();
            completed = oldest.number();
            cl.release(oldest.event());
            oldest = open.peek();
        }
        return completed;
    }

    /** The event of a submission, for the caller to release; null if it is done. */
    synchronized @Nullable cl_event retain(long number) {
        for (Entry entry : open) {
            if (entry.number() == number) {
                cl.retain(entry.event());
                return entry.event();
            }
        }
        return null;
    }

    /** Takes out the failure of a submission that is done, if it failed. */
    synchronized @Nullable BackendException failure(long number) {
        return failures.remove(number);
    }

    /** Releases all events. */
    synchronized void destroy() {
        open.forEach(entry -> cl.release(entry.event()));
        open.clear();
    }
}
