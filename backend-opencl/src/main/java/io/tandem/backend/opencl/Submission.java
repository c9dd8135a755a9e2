package io.tandem.backend.opencl;

import java.util.List;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/** Where a command goes, what it waits for, and the event that will tell of it. */
final class Submission {
    private final cl_command_queue queue;
    private final List<cl_event> after;
    private final @Nullable cl_event done;

    Submission(cl_command_queue queue, List<cl_event> after) {
        this(queue, after, new cl_event());
    }

    private Submission(cl_command_queue queue, List<cl_event> after, @Nullable cl_event done) {
        this.queue = queue;
        this.after = after;
        this.done = done;
    }

    /** One of several commands: the first waits, and the last tells. */
    Submission part(boolean first, boolean last) {
        return new Submission(queue, first ? after : List.of(), last ? done : null);
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

    /** The event that will tell; null where a later command has it. */
    @Nullable
    cl_event done() {
        return done;
    }
}
