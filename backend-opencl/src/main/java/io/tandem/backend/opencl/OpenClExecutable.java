package io.tandem.backend.opencl;

import io.tandem.backend.Device;
import io.tandem.backend.Executable;
import io.tandem.backend.Program;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.opencl.Cl.BufferRange;
import io.tandem.backend.queue.DeviceChild;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jocl.Pointer;
import org.jspecify.annotations.Nullable;

/** A program as kernels whose arguments were set once. */
final class OpenClExecutable implements Executable, DeviceChild {
    private static final byte[] NOTHING = new byte[Integer.BYTES];

    private final OpenClDevice device;
    private final Program program;
    private final List<Launch> launches = new ArrayList<>();

    /** The word in which kernels tell of an index that is out of range; null where none can. */
    private final @Nullable OpenClBuffer status;

    private volatile boolean closed;

    private OpenClExecutable(OpenClDevice device, Program program, @Nullable OpenClBuffer status) {
        this.device = device;
        this.program = program;
        this.status = status;
    }

    /** Prepares a program. */
    static OpenClExecutable prepare(OpenClDevice device, Program program, List<Dispatch> dispatches) {
        boolean reports = dispatches.stream().anyMatch(Dispatch::reports);
        OpenClBuffer status = reports ? new OpenClBuffer(device, Integer.BYTES) : null;
        OpenClExecutable executable = new OpenClExecutable(device, program, status);
        try {
            if (status != null) {
                device.zero(status);
            }
            for (Dispatch dispatch : dispatches) {
                executable.launches.add(Launch.of(device, dispatch, status));
            }
            return executable;
        } catch (RuntimeException e) {
            executable.destroy();
            throw e;
        }
    }

    Device device() {
        return device;
    }

    Program program() {
        return program;
    }

    boolean reports() {
        return status != null;
    }

    /** Enqueues the kernels. */
    void enqueue(Submission submission) {
        if (launches.isEmpty()) {
            device.cl().mark(submission);
        } else {
            launch(submission, launches.size() - 1);
            device.cl().flush(submission);
        }
    }

    /** Enqueues the kernels of a program that reports, and that its report goes to the host and the word becomes 0 again. */
    void enqueue(Submission submission, Pointer report) {
        launch(submission, launches.size());
        BufferRange word = new BufferRange(Objects.requireNonNull(status).handle(), 0, Integer.BYTES);
        device.cl().read(submission.part(false, false), word, report);
        device.cl().fill(submission.part(false, true), word, NOTHING);
    }

    private void launch(Submission submission, int last) {
        Submission between = submission.part(false, false);
        for (int i = 0; i < launches.size(); i++) {
            boolean first = i == 0;
            device.cl().launch(first || i == last ? submission.part(first, i == last) : between, launches.get(i));
        }
    }

    /** Refuses a program that is closed. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("A program of " + device.info().id() + " is closed");
        }
    }

    @Override
    public void close() {
        device.close(this);
    }

    @Override
    public void destroy() {
        closed = true;
        launches.forEach(launch -> device.cl().releaseKernel(launch.kernel()));
        if (status != null) {
            status.destroy();
        }
    }
}
