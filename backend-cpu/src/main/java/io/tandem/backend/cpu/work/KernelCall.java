package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.KernelSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node to be prepared: its tensors, and what comes out, the works to run one after the other and the scratch they need.
 *
 * <p>Preparing a node without memory tells whether it is supported and how much scratch it needs; preparing it again with
 * memory gives the works to run. One path serves both, so that they cannot disagree.
 */
public final class KernelCall {
    private static final long ALIGNMENT = 64;

    private final KernelSet kernels;
    private final int threads;
    private final List<View> inputs;
    private final View output;
    private final long scratchAddress;
    private final List<Work> works = new ArrayList<>();
    private long scratchBytes;
    private @Nullable String refusal;

    /** A call; {@code scratchAddress} is a multiple of 64, or 0 to ask only. */
    public KernelCall(KernelSet kernels, int threads, List<View> inputs, View output, long scratchAddress) {
        this.kernels = kernels;
        this.threads = threads;
        this.inputs = List.copyOf(inputs);
        this.output = output;
        this.scratchAddress = scratchAddress;
    }

    KernelSet kernels() {
        return kernels;
    }

    int threads() {
        return threads;
    }

    View input(int index) {
        return inputs.get(index);
    }

    int inputs() {
        return inputs.size();
    }

    View output() {
        return output;
    }

    /** Takes a part of the scratch, aligned to 64 bytes. */
    long scratch(long bytes) {
        long start = scratchAddress + scratchBytes;
        scratchBytes = Math.addExact(scratchBytes, align(bytes));
        return start;
    }

    /** Takes a part of the scratch for each thread. */
    SlotMemory scratchForEachThread(long bytes) {
        return new SlotMemory(scratch(Math.multiplyExact(align(bytes), threads)), align(bytes));
    }

    private static long align(long bytes) {
        return Math.addExact(bytes, ALIGNMENT - 1) & -ALIGNMENT;
    }

    void add(Work work) {
        works.add(work);
    }

    void refuse(String reason) {
        refusal = reason;
    }

    /** Why the node cannot run, or null if it can. */
    public @Nullable String refusal() {
        return refusal;
    }

    /** The scratch that the works use, from the call's address on. */
    public long scratchBytes() {
        return scratchBytes;
    }

    /** What to run, one after the other. */
    public List<Work> works() {
        return works;
    }
}
