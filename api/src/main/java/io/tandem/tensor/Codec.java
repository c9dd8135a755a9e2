package io.tandem.tensor;

import java.lang.foreign.MemorySegment;

/**
 * Converts between floats and the stored form of one {@link DType}. Stateless and safe for any number of threads.
 *
 * <p>Counts are whole numbers of blocks. Integers decode to the nearest float and encode by truncation towards zero,
 * saturating at the type's range; NaN encodes to 0. BOOL decodes to 0 or 1, and all but 0 encodes to 1.
 *
 * <p>Block types store what ggml 0.21 stores, bit for bit, for elements that are finite and whose scales an F16 can hold
 * (for most types magnitudes up to about 65504 times the largest quant); what other elements of such a block come to is not
 * defined, but encoding them is safe. Any bytes are a block that can be decoded.
 */
public interface Codec {
    /**
     * Decodes {@code count} elements that start at byte {@code offset} of {@code source}.
     *
     * @throws IndexOutOfBoundsException if either range is out of bounds
     */
    void decode(MemorySegment source, long offset, float[] target, int targetIndex, int count);

    /**
     * Encodes {@code count} elements to byte {@code offset} of {@code target}, rounding as ggml's reference quantizer.
     *
     * @throws IndexOutOfBoundsException if either range is out of bounds
     */
    void encode(float[] source, int sourceIndex, MemorySegment target, long offset, int count);
}
