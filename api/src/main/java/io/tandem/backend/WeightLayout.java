package io.tandem.backend;

import io.tandem.graph.WeightSource;
import java.lang.foreign.MemorySegment;

/** A device's own way to store a weight. Two layouts with one id store any weight alike. Safe for any number of threads. */
public interface WeightLayout {
    /** A name that tells this layout from all others of the device. */
    String id();

    /** The bytes of the weight in this layout. */
    long bytes();

    /**
     * Writes rows {@code fromRow} (inclusive) to {@code toRow} (exclusive) of the weight in this layout. Called for
     * consecutive ranges from row 0 on, each but the last a multiple of {@link #rowsPerPack}.
     *
     * @param source the weight's plain bytes, all of them
     * @param target the bytes of these rows in this layout, exactly
     */
    void pack(WeightSource source, MemorySegment target, long fromRow, long toRow);

    /** The number of rows that are packed together; ranges start at multiples of it, and each takes bytes in proportion. */
    default long rowsPerPack() {
        return 1;
    }
}
