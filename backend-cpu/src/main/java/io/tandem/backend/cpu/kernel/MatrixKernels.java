package io.tandem.backend.cpu.kernel;

import io.tandem.tensor.DType;

/**
 * The inner loops of matrix products. Two ways lead to c[j][i] = Σ a[i][k] · b[j][k]: outer products of a panel, in which
 * a's rows lie transposed, with b's rows, for many columns j; and dot products of rows where they lie, for few.
 *
 * <p>{@code pad} is always {@link #PAD_BYTES} of memory of the caller's own, aligned to 64 bytes.
 */
public interface MatrixKernels {
    /** What packing and dot products need beside their operands. */
    long PAD_BYTES = 64L * 1024;

    /** The most elements of a row in a panel: a panel of 64 rows is then 256 KiB. */
    int MOST_DEPTH = 1024;

    /** The most rows of a dot product. */
    int DOT_ROWS = 4;

    /** The most columns of a dot product. */
    int DOT_COLUMNS = 4;

    /** The number of rows in a wide panel. */
    int wideRows();

    /** The number of rows in a narrow panel, for what is left of a matrix or for a small one. */
    int narrowRows();

    /** The most columns of a {@link #tile}. */
    int tileColumns();

    /** Up to here dot products of rows where they lie are faster than packing the rows into panels. */
    int mostDotColumns();

    /** Whether each row of a panel is an array of its own. */
    boolean keepsRowsApart();

    /**
     * Transposes f32 rows into a panel: panel[from + k][i] = a[i][k] for k below {@code depth} and i below
     * {@code rows}. Rows lie without gaps, {@code rowStride} bytes apart. What else is in the panel, {@code width} rows wide,
     * which is wide or narrow, becomes undefined; a tile of that many rows makes nothing of it.
     */
    void pack(long a, long rowStride, int rows, int depth, int width, TileMemory memory, int from, long pad);

    /** The same for rows that lie transposed already: a[i][k] is {@code k · stride + 4 · i} bytes from {@code a}. */
    void packTransposed(long a, long stride, int rows, int depth, int width, TileMemory memory, int from);

    /**
     * c[j][i] = Σ panel[k][i] · b[j][k] for the first {@code rows} i of a panel and {@code columns} j; added to c if
     * {@code accumulate}. Strides are in bytes, rows without gaps, {@code depth} at most {@link #MOST_DEPTH}.
     */
    void tile(
            TileMemory memory,
            int width,
            int depth,
            long b,
            long bStride,
            int rows,
            int columns,
            long c,
            long cStride,
            boolean accumulate);

    /**
     * c[j][i] = Σ a[i][k] · b[j][k] of f32 rows, for up to {@link #DOT_ROWS} i and {@link #DOT_COLUMNS} j; added to c if
     * {@code accumulate}.
     */
    void dot(
            long a,
            long aStride,
            int rows,
            long b,
            long bStride,
            int columns,
            int depth,
            long c,
            long cStride,
            boolean accumulate,
            long pad);

    /** Whether {@link #dotOne} takes rows of this type as they are. */
    boolean hasDotOne(DType type);

    /** c[i] = Σ a[i][k] · b[k] for up to {@link #DOT_ROWS} rows of the given type and one f32 row. */
    void dotOne(DType type, long a, long aStride, int rows, long b, int depth, long c, long pad);
}
