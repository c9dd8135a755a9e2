package io.tandem.backend;

/** What kind of processor a device is. The order is the default order of preference. */
public enum DeviceKind {
    /** A discrete GPU with memory of its own. */
    GPU,
    /** Any other accelerator. */
    ACCELERATOR,
    /** A GPU that shares the CPU's memory. */
    INTEGRATED_GPU,
    /** The CPU, also behind a GPU's interface (a software driver). */
    CPU
}
