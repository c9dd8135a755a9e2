package io.tandem.backend.opencl;

import static java.util.Map.entry;

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
    private static final Map<String, KernelModule> SPECIAL = Map.ofEntries(
            entry("matmul_small", tile(32, 4, 4)),
            entry("matmul_medium", tile(64, 8, 4)),
            entry("matmul_large", tile(128, 8, 8)),
            entry("matmul_units_medium", units(64, 32, 32)),
            entry("matmul_units_large", units(128, 64, 32)),
            entry("matvec", new KernelModule("matvec", "", Set.of(5))),
            entry("matvec_subgroups", new KernelModule("matvec_subgroups", "", Set.of(1, 2, 3, 4, 5, 6, 7))),
            entry("flash", new KernelModule("flash", "", Set.of(8, 9))),
            entry("reduce", new KernelModule("reduce", "", Set.of(1))),
            entry("norm", new KernelModule("norm", "", Set.of(1))),
            entry("encode_long", new KernelModule("encode_long", "", Set.of(2))));

    static KernelModule of(String name) {
        KernelModule special = SPECIAL.get(name);
        return special == null ? new KernelModule(name, "", Set.of()) : special;
    }

    private static KernelModule units(int extent, int columns, int rows) {
        return new KernelModule(
                "matmul_units",
                " -D ROWS=" + extent + " -D COLUMNS=" + extent + " -D DEPTH=64 -D UNIT_ROWS=" + rows
                        + " -D UNIT_COLUMNS=" + columns,
                Set.of());
    }

    private static KernelModule tile(int extent, int rows, int columns) {
        return new KernelModule(
                "matmul",
                " -D ROWS=" + extent + " -D COLUMNS=" + extent + " -D TILE_ROWS=" + rows + " -D TILE_COLUMNS="
                        + columns,
                Set.of());
    }
}
