package io.tandem.backend.gpu;

/** Memory that kernels reach. */
public interface Addressed {
    /**
     * What kernels add a tensor's place to: the address of the first byte, or 0 where they are given the buffer itself. A
     * multiple of 16.
     */
    long address();
}
