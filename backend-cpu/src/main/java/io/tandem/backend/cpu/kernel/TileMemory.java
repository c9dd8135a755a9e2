package io.tandem.backend.cpu.kernel;

/**
 * Arrays of a thread's own in which tiles are computed. What compiled code reads from an array is one instruction however
 * the method came to be compiled. A read through a segment is a call of several methods of the JDK, of which some are
 * inlined only if the profile says so; left in the loop of a tile, one such call made products 7 times slower for as long
 * as the JVM lived, in every second run of a model.
 */
public final class TileMemory {
    private static final ThreadLocal<TileMemory> OF_THREAD = new ThreadLocal<>();

    /** panel[k · width + i]; room for whole squares of vectors beyond the greatest depth. */
    final float[] panel;

    /** columns[j · depth + k]. */
    final float[] columns;

    /** sums[j · width + i]. */
    final float[] sums;

    private final MatrixKernels kernels;

    private TileMemory(MatrixKernels kernels) {
        this.kernels = kernels;
        this.panel = new float[kernels.wideRows() * (MatrixKernels.MOST_DEPTH + kernels.wideRows())];
        this.columns = new float[kernels.tileColumns() * MatrixKernels.MOST_DEPTH];
        this.sums = new float[kernels.tileColumns() * kernels.wideRows()];
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
