package io.tandem.backend.cpu.kernel;

/** Loops over one f32 row without gaps. A target may be the very row of the first source. */
public interface RowKernels {
    /** The sum of the elements. */
    float sum(long source, int count);

    /** The sum of (source[i] − shift)². */
    float sumOfSquares(long source, float shift, int count);

    /** The largest element, −∞ for none, NaN where there is one. */
    float max(long source, int count);

    /** target[i] = (source[i] − shift) · factor. */
    void shiftAndScale(long source, float shift, float factor, long target, int count);

    /** target[i] = scale · source[i] + slope · other[i]. */
    void mix(long source, float scale, long other, float slope, long target, int count);

    /** products[r] = Σ rows[r][i] · other[i] for {@code count} rows, {@code stride} bytes apart. */
    void dotRows(long rows, long stride, int count, long other, int length, long products);

    /**
     * sums[i] += Σ weights[r] · rows[r][i] over those of {@code count} rows, {@code stride} bytes apart, whose weight is not
     * zero: an infinite element of a row without weight does not count.
     */
    void addRows(long rows, long stride, long weights, int count, long sums, int length);

    /** target[i] = e^(source[i] − shift), for shift ≥ source[i]; the sum of the targets. */
    float expAndSum(long source, float shift, long target, int count);

    /**
     * Turns the points (first[i], second[i]) by the angles of the given cosines and sines:
     * (x·cos − y·sin, x·sin + y·cos).
     */
    void rotate(long first, long second, long cosines, long sines, long firstTarget, long secondTarget, int count);

    /** target[i] = source[i] · cosines[i] + source[i's neighbour] · sines[i]; elements 2i and 2i + 1 are neighbours. */
    void rotatePairs(long source, long cosines, long sines, long target, int count);
}
