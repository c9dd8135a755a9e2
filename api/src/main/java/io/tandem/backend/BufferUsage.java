package io.tandem.backend;

/** What a buffer is for, so that a device can choose the kind of memory. */
public enum BufferUsage {
    /** Written once, then read by kernels. */
    WEIGHTS,
    /** Kept and changed from run to run. */
    STATES,
    /** Inputs, results and scratch of one run. */
    ACTIVATIONS
}
