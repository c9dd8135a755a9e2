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
    MAX,
    /** 1 where a = b, else 0. */
    EQUAL,
    /** 1 where a ≠ b, else 0. */
    NOT_EQUAL,
    /** 1 where a {@literal <} b, else 0. */
    LESS,
    /** 1 where a ≤ b, else 0. */
    LESS_EQUAL,
    /** 1 where a {@literal >} b, else 0. */
    GREATER,
    /** 1 where a ≥ b, else 0. */
    GREATER_EQUAL
}
