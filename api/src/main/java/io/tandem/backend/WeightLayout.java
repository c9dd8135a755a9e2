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

    /**
     * The number of rows that are packed together; ranges start at multiples of it. Every pack takes equally many bytes,
     * the last one too, even if it holds fewer rows.
     */
    default long rowsPerPack() {
        return 1;
    }

    /** The bytes of one pack of a weight of {@code weightRows} rows. */
    default long packBytes(long weightRows) {
        return weightRows == 0 ? 0 : bytes() / Math.ceilDiv(weightRows, rowsPerPack());
    }
}
