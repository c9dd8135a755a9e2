package io.tandem.backend.cpu.work;

import io.tandem.op.Op;

/** How one operation runs on the CPU. */
@FunctionalInterface
interface Kernel<O extends Op> {
    /** Adds the works of a node to the call, or refuses it. Tensors without elements are no error. */
    void prepare(O op, KernelCall call);
}
