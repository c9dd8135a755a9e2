package io.tandem.backend.opencl;

import java.util.List;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/** Where a command goes, what it waits for, and the event that will tell of it. */
final class Submission {
    private final cl_command_queue queue;
    private final List<cl_event> after;
    private final cl_event done = new cl_event();

    Submission(cl_command_queue queue, List<cl_event> after) {
        this.queue = queue;
        this.after = after;
    }

    cl_command_queue queue() {
        return queue;
    }

    int waits() {
        return after.size();
    }

    /** The events to wait for, as OpenCL wants them: an empty list must be null. */
    cl_event @Nullable [] after() {
        return after.isEmpty() ? null : after.toArray(cl_event[]::new);
    }

    cl_event done() {
        return done;
    }
}
