package io.tandem.backend.cpu.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory of a thread's own in which tiles are computed: in the form that the kernels like, and with room for a panel of the
 * greatest depth.
 */
public final class TileMemory {
    private static final ThreadLocal<TileMemory> OF_THREAD = new ThreadLocal<>();

    /** Memory for a panel of kernels that work on it in one piece; room for whole squares of vectors. */
    final MemorySegment panel;

    /** panel[k][i] of kernels that work on its rows, each an array. */
    final float[][] panelRows;

    /** Where the panel is that tiles read: in {@link #panel}, or in place. */
    long place;

    /** columns[j · stride + k] of kernels that work on rows. */
    final float[] columns;

    /** sums[j · width + i] of kernels that work on a panel in one piece. */
    final float[] sums;

    /** sums[j][i] of kernels that work on rows. */
    final float[][] sumRows;

    private final MatrixKernels kernels;

    private TileMemory(MatrixKernels kernels) {
        boolean inRows = kernels.keepsRowsApart();
        int width = kernels.wideRows();
        int columnCount = kernels.tileColumns();
        this.kernels = kernels;
        long elements = inRows ? 0 : (long) width * (MatrixKernels.MOST_DEPTH + width);
        this.panel = Arena.ofAuto().allocate(Float.BYTES * elements, 64);
        this.panelRows = new float[inRows ? MatrixKernels.MOST_DEPTH : 0][width];
        this.columns = new float[inRows ? columnCount * MatrixKernels.MOST_DEPTH : 0];
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
