package io.tandem.backend.gpu;

/**
 * What decides between kernels for one node on a device.
 *
 * @param threads how many threads a work group may have
 * @param sharedBytes how much shared memory it may have
 * @param subgroups whether threads of a subgroup can add up their numbers
 * @param units whether subgroups of 32 threads have matrix units for halves
 * @param software whether a CPU plays the device
 */
public record Traits(int threads, int sharedBytes, boolean subgroups, boolean units, boolean software) {
    /** Enough to hide the memory's latency on GPUs; a CPU runs the threads one after the other. */
    private static final int GPU_THREADS = 256;

    private static final int SOFTWARE_THREADS = 64;

    /** The threads of a work group of a kernel that does not need a certain number: a power of two. */
    int usualThreads() {
        return Integer.highestOneBit(Math.min(threads, software ? SOFTWARE_THREADS : GPU_THREADS));
    }
}
