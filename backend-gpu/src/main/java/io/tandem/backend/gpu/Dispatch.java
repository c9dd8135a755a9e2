package io.tandem.backend.gpu;

import io.tandem.backend.BufferSlice;
import java.util.List;

/**
 * One run of a kernel.
 *
 * @param kernel which one
 * @param parameters the words of its parameters; see {@code common.glsl} and {@code common.cl}
 * @param reports whether the kernel may find an index out of range, and is to be given a word where it says so: where
 *     kernels are given addresses, in the words {@link #STATUS}
 * @param groupsX work groups in the first dimension
 * @param groupsY work groups in the second dimension
 * @param reads the memory that it reads, in the order of its operands
 * @param writes the memory that it writes, and may read: that of its result
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares dispatches
public record Dispatch(
        KernelKey kernel,
        int[] parameters,
        boolean reports,
        int groupsX,
        int groupsY,
        List<BufferSlice> reads,
        List<BufferSlice> writes) {
    /** The words of a kernel's parameters. */
    public static final int PARAMETER_WORDS = 100;

    /** The word from which the address for reports lies, in two words. */
    public static final int STATUS = 72;
}
