package com.acme.tandem;

import io.tandem.backend.Executable;
import java.util.List;

/** Kernels bound to their memory. */
final class AcmeProgram implements Executable {
    private final AcmeDevice device;
    private final List<Runnable> steps;
    private volatile boolean closed;

    AcmeProgram(AcmeDevice device, List<Runnable> steps) {
        this.device = device;
        this.steps = List.copyOf(steps);
    }

    AcmeDevice device() {
        return device;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The program is closed");
        }
    }

    void run() {
        steps.forEach(Runnable::run);
    }

    @Override
    public void close() {
        closed = true;
    }
}
