package io.tandem.testkit.reference;

import io.tandem.backend.BackendException;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The steps of a program, each a kernel with its memory. */
final class ReferenceExecutable implements Executable {
    private final ReferenceDevice device;
    private final String name;
    private final List<Runnable> steps;
    private volatile boolean closed;

    private ReferenceExecutable(ReferenceDevice device, String name, List<Runnable> steps) {
        this.device = device;
        this.name = name;
        this.steps = steps;
    }

    static ReferenceExecutable of(ReferenceDevice device, ReferenceKernels kernels, Program program) {
        List<Runnable> steps = new ArrayList<>();
        for (Program.Step step : program.steps()) {
            ReferenceKernels.Bound kernel = kernels.find(step.node().op());
            if (kernel == null) {
                throw new BackendException(
                        BackendException.Kind.UNSUPPORTED,
                        device.info().id(),
                        "Compiling " + program.name() + " failed on "
                                + device.info().id() + ": no kernel for " + step.node()
                                + ". Run the node on another device");
            }
            List<Elements> inputs = step.inputs().stream()
                    .map(operand -> elements(device, operand))
                    .toList();
            Elements output = elements(device, step.output());
            steps.add(() -> kernel.run(inputs, output));
        }
        return new ReferenceExecutable(device, program.name(), List.copyOf(steps));
    }

    private static Elements elements(ReferenceDevice device, Operand operand) {
        MemorySegment memory = device.memory(operand.slice());
        long needed = operand.tensor().layout().byteExtent();
        if (memory.byteSize() < needed) {
            throw new IllegalArgumentException(
                    operand.tensor() + " needs " + needed + " bytes and is bound to " + memory.byteSize());
        }
        return new Elements(operand.tensor().layout(), memory);
    }

    ReferenceDevice device() {
        return device;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Program " + name + " is closed");
        }
    }

    void run() {
        try {
            steps.forEach(Runnable::run);
        } catch (InvalidIndexException e) {
            throw new BackendException(
                    BackendException.Kind.INVALID_INDEX,
                    device.info().id(),
                    "Running " + name + " failed on " + device.info().id() + ": " + e.getMessage()
                            + ". Check the index data",
                    e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
