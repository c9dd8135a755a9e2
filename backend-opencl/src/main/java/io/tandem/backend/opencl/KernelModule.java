package io.tandem.backend.opencl;

import java.util.Map;
import java.util.Set;

/**
 * What a kernel's module is built from.
 *
 * @param source the name of its source
 * @param macros build options of its own, such as the sizes of tiles
 * @param fixed the constants that it must be built with, as they decide about its memory or its barriers
 */
record KernelModule(String source, String macros, Set<Integer> fixed) {
    /** The modules that are no source of their own, or in which not all constants may be parameters. */
    private static final Map<String, KernelModule> SPECIAL = Map.of(
            "matmul_small", tile(32, 4, 4),
            "matmul_medium", tile(64, 8, 4),
            "matmul_large", tile(128, 8, 8),
            "matvec", new KernelModule("matvec", "", Set.of(5)),
            "flash", new KernelModule("flash", "", Set.of(8, 9)),
            "reduce", new KernelModule("reduce", "", Set.of(1)),
            "norm", new KernelModule("norm", "", Set.of(1)),
            "encode_long", new KernelModule("encode_long", "", Set.of(2)));

    static KernelModule of(String name) {
        KernelModule special = SPECIAL.get(name);
        return special == null ? new KernelModule(name, "", Set.of()) : special;
    }

    private static KernelModule tile(int extent, int rows, int columns) {
        return new KernelModule(
                "matmul",
                " -D ROWS=" + extent + " -D COLUMNS=" + extent + " -D TILE_ROWS=" + rows + " -D TILE_COLUMNS="
                        + columns,
                Set.of());
    }
}
