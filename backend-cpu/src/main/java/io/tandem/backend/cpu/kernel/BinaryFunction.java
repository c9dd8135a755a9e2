package io.tandem.backend.cpu.kernel;

/** What {@link ElementKernels#binary} computes of each pair of elements. */
public enum BinaryFunction {
    /** a + b. */
    ADD,
    /** a − b. */
    SUB,
    /** a · b. */
    MUL,
    /** a / b. */
    DIV,
    /** aᵇ. */
    POW,
    /** The smaller, NaN where either is. */
    MIN,
    /** The larger, NaN where either is. */
    MAX
}
