package io.tandem.backend.vulkan.kernel;

/** Memory that kernels reach by address. */
public interface Addressed {
    /** Where kernels find the first byte; a multiple of 16. */
    long address();
}
