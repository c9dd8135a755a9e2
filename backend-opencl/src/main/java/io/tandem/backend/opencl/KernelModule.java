package io.tandem.backend.opencl;

import static java.util.Map.entry;

import io.tandem.backend.gpu.KernelKey;
import java.util.ArrayList;
import java.util.List;
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
    private static final String BROAD_UNITS = "matmul_units_broad";
    private static final int BROAD_THREADS = 128;

    private static final String FLOATS = "_floats";

    /** Both operands' type and whether they are aligned. */
    private static final List<Integer> ALIGNED_FLOATS = List.of(0, 1, 0, 1);

    /** By its number in {@code types.cl}. */
    private static final int LAST_PLAIN_FLOAT = 2;

    /** The modules that are no source of their own, or in which not all constants may be parameters. */
    private static final Map<String, KernelModule> SPECIAL = Map.ofEntries(
            entry("matmul_small", tile(32, 4, 4, "")),
            entry("matmul_medium", tile(64, 8, 4, "")),
            entry("matmul_large", tile(128, 8, 8, "")),
            entry("matmul_medium" + FLOATS, tile(64, 8, 4, " -D FLOATS")),
            entry("matmul_large" + FLOATS, tile(128, 8, 8, " -D FLOATS")),
            entry("matmul_units_medium", units(64, 32, 32)),
            entry("matmul_units_large", units(128, 64, 32)),
            entry(BROAD_UNITS, units(128, 64, 64)),
            entry("matvec", new KernelModule("matvec", "", Set.of(5))),
            entry("matvec_subgroups", new KernelModule("matvec_subgroups", "", Set.of(1, 2, 3, 4, 5, 6, 7))),
            entry("flash", new KernelModule("flash", "", Set.of(8, 9))),
            entry("reduce", new KernelModule("reduce", "", Set.of(1))),
            entry("norm", new KernelModule("norm", "", Set.of(1))),
            entry("encode_long", new KernelModule("encode_long", "", Set.of(2))));

    /**
     * The kernel that runs instead of one that the table names, where the types allow a faster one: of aligned f32 alone, or
     * of nothing with blocks to decode, which takes registers.
     */
    static KernelKey preferred(KernelKey key) {
        List<Integer> constants = key.constants();
        return switch (key.module()) {
            case "matmul_medium", "matmul_large" ->
                constants.subList(1, 5).equals(ALIGNED_FLOATS)
                        ? new KernelKey(key.module() + FLOATS, constants, key.sharedBytes())
                        : key;
            case "matmul_units_large" ->
                Math.max(constants.get(1), constants.get(3)) <= LAST_PLAIN_FLOAT
                        ? new KernelKey(BROAD_UNITS, broad(constants), key.sharedBytes())
                        : key;
            default -> key;
        };
    }

    private static List<Integer> broad(List<Integer> constants) {
        List<Integer> own = new ArrayList<>(constants);
        own.set(0, BROAD_THREADS);
        return own;
    }

    static KernelModule of(String name) {
        KernelModule special = SPECIAL.get(name);
        return special == null ? new KernelModule(name, "", Set.of()) : special;
    }

    private static KernelModule units(int extent, int columns, int rows) {
        return new KernelModule(
                "matmul_units",
                " -D ROWS=" + extent + " -D COLUMNS=" + extent + " -D UNIT_ROWS=" + rows + " -D UNIT_COLUMNS="
                        + columns,
                Set.of());
    }

    private static KernelModule tile(int extent, int rows, int columns, String more) {
        return new KernelModule(
                "matmul",
                " -D ROWS=" + extent + " -D COLUMNS=" + extent + " -D TILE_ROWS=" + rows + " -D TILE_COLUMNS=" + columns
                        + more,
                Set.of());
    }
}
