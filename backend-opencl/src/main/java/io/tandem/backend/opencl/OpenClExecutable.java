package io.tandem.backend.opencl;

import io.tandem.backend.Device;
import io.tandem.backend.Executable;
import io.tandem.backend.queue.DeviceChild;

/** A program as kernels whose arguments were set once. */
final class OpenClExecutable implements Executable, DeviceChild {
    private final OpenClDevice device;
    private volatile boolean closed;

    OpenClExecutable(OpenClDevice device) {
        this.device = device;
    }

    Device device() {
        return device;
    }

    /** Enqueues the kernels. */
    void enqueue(Submission submission) {
        device.cl().mark(submission);
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
    }
}
