package io.tandem.backend.gpu;

import io.tandem.tensor.Shape;

/**
 * The part of a product that a work group computes at once.
 *
 * @param module the kernel
 * @param rows the rows of the tile
 * @param columns the columns of the tile
 * @param threads the threads of a work group
 * @param sharedBytes its shared memory
 */
record Tile(String module, int rows, int columns, int threads, int sharedBytes) {
    static final Tile SMALL = plain("small", 32, 64);
    static final Tile MEDIUM = plain("medium", 64, 128);
    static final Tile LARGE = plain("large", 128, 256);
    static final Tile MEDIUM_UNITS = units("medium", 64, 128);
    static final Tile LARGE_UNITS = units("large", 128, 256);

    /** Fewer tiles would leave a GPU's processors idle. */
    private static final int ENOUGH = 128;

    /** Two pairs of tiles, as in the kernels {@code matmul}. */
    private static Tile plain(String size, int extent, int threads) {
        int depth = 16;
        return new Tile("matmul_" + size, extent, extent, threads, 4 * depth * extent * Float.BYTES);
    }

    /**
     * Tiles of halves as in the kernels {@code matmul_units}: in GLSL a pair of depth 64 and the edge of each subgroup of 32
     * threads, in OpenCL C three pairs of depth 32.
     */
    private static Tile units(String size, int extent, int threads) {
        int pair = 2 * extent * (64 + 8) * Short.BYTES + threads / 32 * 16 * 16 * Float.BYTES;
        int threePairs = 3 * 2 * extent * 32 * Short.BYTES;
        return new Tile("matmul_units_" + size, extent, extent, threads, Math.max(pair, threePairs));
    }

    /**
     * The largest tile that the device can run and of which there are enough.
     *
     * @param halves whether the operands may be rounded to halves
     */
    static Tile of(Shape result, boolean halves, Traits traits) {
        if (halves && traits.units() && MEDIUM_UNITS.fits(traits)) {
            return LARGE_UNITS.fits(traits) && LARGE_UNITS.count(result) >= ENOUGH ? LARGE_UNITS : MEDIUM_UNITS;
        }
        if (!traits.software()) {
            for (Tile tile : new Tile[] {LARGE, MEDIUM}) {
                if (tile.fits(traits) && tile.count(result) >= ENOUGH) {
                    return tile;
                }
            }
        }
        return SMALL;
    }

    private boolean fits(Traits traits) {
        return threads <= traits.threads() && sharedBytes <= traits.sharedBytes();
    }

    /** The number of tiles. */
    long count(Shape result) {
        return Math.ceilDiv(result.d0(), rows) * Math.ceilDiv(result.d1(), columns) * result.d2() * result.d3();
    }
}
