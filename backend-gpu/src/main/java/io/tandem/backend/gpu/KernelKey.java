package io.tandem.backend.gpu;

import java.util.List;

/**
 * Which kernel: a module and the values of the constants that it is built with.
 *
 * @param module the name of the module: a source file, or a variant of one
 * @param constants the values of the constants 0, 1, …; the first is the number of threads of a work group
 * @param sharedBytes the shared memory of a work group
 */
public record KernelKey(String module, List<Integer> constants, int sharedBytes) {
    /** Copies the constants. */
    public KernelKey {
        constants = List.copyOf(constants);
    }

    /** The number of threads of a work group. */
    public int threads() {
        return constants.getFirst();
    }
}
