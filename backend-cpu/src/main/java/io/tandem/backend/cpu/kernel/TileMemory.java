package io.tandem.backend.cpu.kernel;

/**
 * Arrays of a thread's own in which tiles are computed. What compiled code reads from an array is one instruction however
 * the method came to be compiled. A read through a segment is a call of several methods of the JDK, of which some are
 * inlined only if the profile says so; left in the loop of a tile, one such call made products 7 times slower for as long
 * as the JVM lived, in every second run of a model.
 */
public final class TileMemory {
    private static final ThreadLocal<TileMemory> OF_THREAD = new ThreadLocal<>();

    /** panel[k][i] of kernels that work on a panel in one piece at k · width + i; room for whole squares of vectors. */
    final float[] panel;

    /** panel[k][i] of kernels that work on its rows, each an array. */
    final float[][] panelRows;

    /** columns[j · stride + k]. */
    final float[] columns;

    /** sums[j · width + i]. */
    final float[] sums;

    /** sums[j][i] of kernels that work on rows. */
    final float[][] sumRows;

    private final MatrixKernels kernels;

    private TileMemory(MatrixKernels kernels) {
        boolean inRows = kernels.keepsRowsApart();
        int width = kernels.wideRows();
        int columnCount = kernels.tileColumns();
        this.kernels = kernels;
        this.panel = new float[inRows ? 0 : width * (MatrixKernels.MOST_DEPTH + width)];
        this.panelRows = new float[inRows ? MatrixKernels.MOST_DEPTH : 0][width];
        this.columns = new float[columnCount * MatrixKernels.MOST_DEPTH];
        this.sums = new float[inRows ? 0 : columnCount * width];
        this.sumRows = new float[inRows ? columnCount : 0][width];
    }

    /** This thread's. */
    public static TileMemory of(MatrixKernels kernels) {
        TileMemory memory = OF_THREAD.get();
        if (memory == null || !memory.kernels.equals(kernels)) {
            memory = new TileMemory(kernels);
            OF_THREAD.set(memory);
        }
        return memory;
    }
}
