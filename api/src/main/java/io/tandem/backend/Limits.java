package io.tandem.backend;

/**
 * What a device can hold at once.
 *
 * @param maxAllocationBytes the largest buffer
 * @param alignmentBytes the alignment that tensors need inside a buffer, a power of two
 * @param wrapAlignmentBytes the alignment of address and size that {@link Device#wrap} needs, a power of two
 */
public record Limits(long maxAllocationBytes, long alignmentBytes, long wrapAlignmentBytes) {
    /** Refuses limits that are not positive and alignments that are no powers of two. */
    public Limits {
        if (maxAllocationBytes <= 0 || Long.bitCount(alignmentBytes) != 1 || Long.bitCount(wrapAlignmentBytes) != 1) {
            throw new IllegalArgumentException("Limits " + maxAllocationBytes + ", " + alignmentBytes + ", "
                    + wrapAlignmentBytes + ": must be positive, and the alignments powers of two");
        }
    }
}
