package io.tandem.backend.cpu.work;

import io.tandem.tensor.Shape;

/**
 * How attention is cut into tiles: some queries of some heads, all of which meet the same keys and values.
 *
 * @param keys the number of keys that a query meets
 * @param keyHeads the number of heads of keys
 * @param headsOfOne how many heads of queries meet one head of keys
 * @param batchesOfOne how many batches of queries meet one of keys
 */
record AttentionShape(
        int keys,
        int keyLength,
        int valueLength,
        long keyHeads,
        int headsOfOne,
        long queries,
        long batches,
        long batchesOfOne) {
    /** The most rows of queries in a tile. */
    private static final int COLUMNS = 64;

    static AttentionShape of(KernelCall call) {
        Shape q = call.input(0).shape();
        Shape k = call.input(1).shape();
        return new AttentionShape(
                (int) k.d1(),
                (int) k.d0(),
                call.input(2).length(),
                k.d2(),
                Math.toIntExact(q.d2() / k.d2()),
                q.d1(),
                q.d3(),
                q.d3() / k.d3());
    }

    int headsInTile() {
        return Math.min(headsOfOne, COLUMNS);
    }

    int queriesInTile() {
        return (int) Math.min(COLUMNS / headsInTile(), queries);
    }

    /** The most rows of queries in a tile of this shape. */
    int columns() {
        return headsInTile() * queriesInTile();
    }

    /** The number of tiles of the heads that meet one head of keys. */
    long headTiles() {
        return Math.ceilDiv(headsOfOne, headsInTile());
    }

    long queryTiles() {
        return Math.ceilDiv(queries, queriesInTile());
    }

    long tiles() {
        return keyHeads * headTiles() * queryTiles() * batches;
    }

    /** The bytes of so many floats, up to whole lines of a cache. */
    static long floats(long count) {
        return Math.addExact(Math.multiplyExact(Float.BYTES, count), 63) & -64;
    }
}
