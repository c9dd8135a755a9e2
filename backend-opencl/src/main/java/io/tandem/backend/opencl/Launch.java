package io.tandem.backend.opencl;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.gpu.Dispatch;
import io.tandem.backend.gpu.KernelKey;
import java.util.List;
import java.util.Objects;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;

/**
 * A kernel whose arguments were set once: the operands, the result, the word for reports if it has one, and the parameters
 * with the constants behind them; see {@code common.cl}.
 *
 * @param threads the threads
 * @param group the threads of a work group
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares launches
record Launch(cl_kernel kernel, long[] threads, long[] group) {
    private static final int CONSTANTS = 12;

    /**
     * Prepares a dispatch.
     *
     * @param status the word for its report, if it reports
     */
    static Launch of(OpenClDevice device, Dispatch dispatch, @Nullable OpenClBuffer status) {
        Cl cl = device.cl();
        KernelKey key = KernelModule.preferred(dispatch.kernel());
        cl_kernel kernel = device.programs().create(key, KernelArguments.of(dispatch));
        try {
            int argument = 0;
            for (BufferSlice read : dispatch.reads()) {
                cl.setArgument(kernel, argument++, handle(read));
            }
            cl.setArgument(kernel, argument++, handle(dispatch.writes().getFirst()));
            if (dispatch.reports()) {
                cl.setArgument(
                        kernel, argument++, Objects.requireNonNull(status).handle());
            }
            int[] block = block(dispatch);
            cl.setArgument(kernel, argument, (long) block.length * Sizeof.cl_int, Pointer.to(block));
        } catch (RuntimeException e) {
            cl.releaseKernel(kernel);
            throw e;
        }
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
