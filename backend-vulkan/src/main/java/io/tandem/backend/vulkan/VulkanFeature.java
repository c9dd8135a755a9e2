package io.tandem.backend.vulkan;

import java.util.Locale;

/** What a Vulkan device may have beyond what this backend needs. Everything works without any of them. */
enum VulkanFeature {
    /** Arithmetic on 16-bit floats. */
    FP16,
    /** Loads and stores of 16-bit values. */
    STORAGE16,
    /** Arithmetic on 8-bit integers, with loads and stores of them. */
    INT8,
    /** Sums and shuffles over the threads of a subgroup, whose size can be chosen. */
    SUBGROUPS,
    /** Dot products of packed 8-bit integers. */
    INTEGER_DOT,
    /** Matrix units for 16-bit floats, through VK_KHR_cooperative_matrix. */
    COOPERATIVE_MATRIX,
    /** The driver tells how much memory is free (VK_EXT_memory_budget). */
    MEMORY_BUDGET,
    /** A queue of its own for copies. */
    TRANSFER_QUEUE,
    /** Host memory can be used in place (VK_EXT_external_memory_host). */
    HOST_IMPORT;

    /** The name in options and in the list of a device's features. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
