package io.tandem.backend;

/** Whether a device can run a node. */
public sealed interface Support {
    /**
     * It can.
     *
     * @param scratchBytes the memory that the node needs beside its tensors while it runs
     */
    record Yes(long scratchBytes) implements Support {}

    /** It cannot, and why: "no kernel for MUL_MAT with q4_0". */
    record No(String reason) implements Support {}

    /** Yes, without scratch. */
    Support YES = new Yes(0);
}
