package io.tandem.backend.cpu;

import io.tandem.backend.BackendException;
import io.tandem.backend.BufferSlice;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.cpu.work.InvalidIndexException;
import io.tandem.backend.cpu.work.KernelCall;
import io.tandem.backend.cpu.work.PanelLayout;
import io.tandem.backend.cpu.work.View;
import io.tandem.backend.cpu.work.Work;
import io.tandem.backend.cpu.work.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The works of a program with their addresses, run one after the other. Every range was checked when the program was
 * compiled, because kernels check nothing; a run allocates nothing.
 */
final class CpuExecutable implements Executable {
    private final CpuDevice device;
    private final String name;
    private final Work[] works;
    private final CpuBuffer[] buffers;
    private volatile boolean closed;

    private CpuExecutable(CpuDevice device, String name, List<Work> works, List<CpuBuffer> buffers) {
        this.device = device;
        this.name = name;
        this.works = works.toArray(Work[]::new);
        this.buffers = buffers.toArray(CpuBuffer[]::new);
    }

    static CpuExecutable of(CpuDevice device, Program program) {
        List<Work> works = new ArrayList<>();
        List<CpuBuffer> buffers = new ArrayList<>();
        for (Program.Step step : program.steps()) {
            List<View> inputs = new ArrayList<>();
            for (Operand operand : step.inputs()) {
                inputs.add(view(device, operand, buffers));
            }
            View output = view(device, step.output(), buffers);
            BufferSlice scratch = step.scratch();
            MemorySegment memory = scratch == null ? null : memory(device, scratch, buffers);
            KernelCall call = device.prepare(step.node(), inputs, output, memory == null ? 0 : memory.address());
            check(device, program, step, call, memory);
            works.addAll(call.works());
        }
        return new CpuExecutable(
                device, program.name(), works, buffers.stream().distinct().toList());
    }

    private static void check(
            CpuDevice device, Program program, Program.Step step, KernelCall call, @Nullable MemorySegment scratch) {
        String refusal = call.refusal();
        if (refusal != null) {
            String id = device.info().id();
            throw new BackendException(
                    BackendException.Kind.UNSUPPORTED,
                    id,
                    "Compiling " + program.name() + " failed on " + id + ": " + refusal + " for " + step.node()
                            + ". Run the node on another device");
        }
        long given = scratch == null ? 0 : scratch.byteSize();
        long alignment = device.info().limits().alignmentBytes();
        if (given < call.scratchBytes() || (scratch != null && scratch.address() % alignment != 0)) {
            throw new IllegalArgumentException(step.node() + " needs " + call.scratchBytes()
                    + " bytes of scratch at a multiple of " + alignment + " and is given " + given);
        }
    }

    private static View view(CpuDevice device, Operand operand, List<CpuBuffer> buffers) {
        MemorySegment memory = memory(device, operand.slice(), buffers);
        PanelLayout panels = panels(operand);
        long needed =
                panels != null ? panels.bytes() : operand.tensor().layout().byteExtent();
        if (memory.byteSize() < needed) {
            throw new IllegalArgumentException(
                    operand.tensor() + " needs " + needed + " bytes and is bound to " + memory.byteSize());
        }
        int element = Math.min(
                operand.tensor().type().blockBytes() & -operand.tensor().type().blockBytes(), Long.BYTES);
        if (memory.address() % element != 0) {
            throw new IllegalArgumentException(operand.tensor() + " must start at a multiple of " + element + " bytes");
        }
        return new View(operand.tensor().layout(), memory.address(), panels);
    }

    private static @Nullable PanelLayout panels(Operand operand) {
        return switch (operand.weightLayout()) {
            case null -> null;
            case PanelLayout panels -> panels;
            default ->
                throw new IllegalArgumentException(operand.tensor() + " is stored as "
                        + operand.weightLayout().id() + ", which is no layout of the CPU's");
        };
    }

    private static MemorySegment memory(CpuDevice device, BufferSlice slice, List<CpuBuffer> buffers) {
        MemorySegment memory = device.memory(slice);
        buffers.add((CpuBuffer) slice.buffer());
        return memory;
    }

    CpuDevice device() {
        return device;
    }

    /** Fails where a run would touch memory that is gone. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Program " + name + " is closed");
        }
        for (CpuBuffer buffer : buffers) {
            buffer.requireOpen();
        }
    }

    void run() {
        WorkerPool pool = device.pool();
        try {
            for (Work work : works) {
                pool.run(work);
            }
        } catch (InvalidIndexException e) {
            String id = device.info().id();
            throw new BackendException(
                    BackendException.Kind.INVALID_INDEX,
                    id,
                    "Running " + name + " failed on " + id + ": " + e.getMessage() + ". Check the index data",
                    e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
