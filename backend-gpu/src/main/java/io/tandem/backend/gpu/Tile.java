package io.tandem.backend.gpu;

import io.tandem.tensor.Shape;

/**
 * The part of a product that a work group computes at once.
 *
 * @param module the kernel
 * @param rows the rows of the tile
 * @param columns the columns of the tile
 * @param threads the threads of a work group
 */
record Tile(String module, int rows, int columns, int threads) {
    static final Tile SMALL = new Tile("matmul_small", 32, 32, 64);
    static final Tile MEDIUM = new Tile("matmul_medium", 64, 64, 128);
    static final Tile LARGE = new Tile("matmul_large", 128, 128, 256);

    /** As in the kernels {@code matmul}. */
    private static final int DEPTH = 16;

    private static final int PADDING = 4;

    /** Fewer tiles would leave a GPU's units idle. */
    private static final int ENOUGH = 128;

    /** The largest tile that the device can run and of which there are enough. */
    static Tile of(Shape result, Traits traits) {
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
        return threads <= traits.threads() && sharedBytes() <= traits.sharedBytes();
    }

    int sharedBytes() {
        return DEPTH * (rows + columns + 2 * PADDING) * Float.BYTES;
    }

    /** The number of tiles. */
    long count(Shape result) {
        return Math.ceilDiv(result.d0(), rows) * Math.ceilDiv(result.d1(), columns) * result.d2() * result.d3();
    }
}
