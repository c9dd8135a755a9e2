package io.tandem.backend.opencl;

import io.tandem.backend.gpu.Dispatch;

/**
 * Which arguments a kernel has beside its result and its parameters, in this order; see {@code common.cl}.
 *
 * @param operands its operands
 * @param reports whether it has a word for reports
 */
record KernelArguments(int operands, boolean reports) {
    static KernelArguments of(Dispatch dispatch) {
        return new KernelArguments(dispatch.reads().size(), dispatch.reports());
    }

    /** The build options that say so. */
    String macros() {
        return " -D OPERANDS=" + operands + (reports ? " -D REPORTS" : "");
    }
}
