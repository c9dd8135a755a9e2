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
 * @param groups the work groups
 * @param reads the memory that it reads, in the order of its operands
 * @param writes the memory that it writes, and may read: that of its result
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares dispatches
public record Dispatch(
        KernelKey kernel,
        int[] parameters,
        boolean reports,
        int groups,
        List<BufferSlice> reads,
        List<BufferSlice> writes) {
    /** Every device takes 65535 in a dimension. */
    private static final int MOST_GROUPS = 32768;

    /** The words of a kernel's parameters. */
    public static final int PARAMETER_WORDS = 100;

    /** The words of a tensor. Those of the operands are the first. */
    public static final int TENSOR_WORDS = 12;

    /** The word of a tensor from which its strides lie. */
    public static final int STRIDES = 8;

    /** The word from which the result lies. */
    public static final int RESULT = 60;

    /** The word from which the address for reports lies, in two words. */
    public static final int STATUS = 72;

    /** The word that tells how many threads or work groups are needed. */
    public static final int COUNT = STATUS + 3;

    /** The work groups in the first of two dimensions, which together hold as many as needed or a few more. */
    public int groupsX() {
        return Math.min(groups, MOST_GROUPS);
    }

    /** The work groups in the second of two dimensions. */
    public int groupsY() {
        return Math.ceilDiv(groups, groupsX());
    }
}
