package io.tandem.backend.opencl;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelKey;
import java.util.List;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;

/**
 * A kernel whose arguments were set once: five operands, the result, the word for reports, and the parameters with the
 * constants behind them; see {@code common.cl}.
 *
 * @param threads the threads
 * @param group the threads of a work group
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares launches
record Launch(cl_kernel kernel, long[] threads, long[] group) {
    private static final int OPERANDS = 5;
    private static final int STATUS = OPERANDS + 1;
    private static final int BLOCK = STATUS + 1;
    private static final int CONSTANTS = 12;

    /** Prepares a dispatch. */
    static Launch of(OpenClDevice device, Dispatch dispatch, cl_mem status) {
        Cl cl = device.cl();
        cl_kernel kernel = device.programs().create(dispatch.kernel());
        try {
            cl_mem result = handle(dispatch.writes().getFirst());
            List<BufferSlice> reads = dispatch.reads();
            for (int i = 0; i < OPERANDS; i++) {
                // What a kernel has no operand for must be some buffer.
                cl.setArgument(kernel, i, i < reads.size() ? handle(reads.get(i)) : result);
            }
            cl.setArgument(kernel, OPERANDS, result);
            cl.setArgument(kernel, STATUS, status);
            int[] block = block(dispatch);
            cl.setArgument(kernel, BLOCK, (long) block.length * Sizeof.cl_int, Pointer.to(block));
        } catch (RuntimeException e) {
            cl.releaseKernel(kernel);
            throw e;
        }
        KernelKey key = dispatch.kernel();
        return new Launch(kernel, new long[] {(long) dispatch.groups() * key.threads()}, new long[] {key.threads()});
    }

    private static cl_mem handle(BufferSlice slice) {
        return ((OpenClBuffer) slice.buffer()).handle();
    }

    private static int[] block(Dispatch dispatch) {
        int[] block = new int[Dispatch.PARAMETER_WORDS + CONSTANTS];
        System.arraycopy(dispatch.parameters(), 0, block, 0, Dispatch.PARAMETER_WORDS);
        List<Integer> constants = dispatch.kernel().constants();
        for (int i = 0; i < constants.size(); i++) {
            block[Dispatch.PARAMETER_WORDS + i] = constants.get(i);
        }
        return block;
    }
}
