package io.tandem.backend.vulkan.kernel;

import io.tandem.backend.BufferSlice;
import java.util.List;

/**
 * One run of a kernel.
 *
 * @param kernel which one
 * @param parameters the words of its parameters; see {@code common.glsl}
 * @param reports whether the kernel may find an index out of range: the words {@link #STATUS} are then to be the address
 *     of a word where it says so
 * @param groupsX work groups in the first dimension
 * @param groupsY work groups in the second dimension
 * @param reads the memory that it reads
 * @param writes the memory that it writes, and may read
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
