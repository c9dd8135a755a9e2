package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.TileMemory;

/**
 * A product with many columns: a panel of a's rows is packed into the second-level cache and meets all columns, or a range
 * of them, in tiles. Each thread packs its own panels, so that no thread waits for another.
 */
final class PanelProduct implements Work {
    /** Panel depths are multiples of the longest block. */
    private static final int DEPTH_STEP = 256;

    /** The most columns that meet a panel at a time: they take 4 MiB at full depth. */
    private static final int MOST_COLUMNS = 1024;

    /** Packing takes the time of about 30 columns; a share of the columns is more. */
    private static final int LEAST_COLUMNS = 48;

    private final Product product;
    private final MatrixKernels kernels;
    private final PanelPacking packing;
    private final int depthStep;
    private final int wide;
    private final int panels;
    private final int columnStep;
    private final int shares;
    private final Split split;

    PanelProduct(KernelCall call, Product product) {
        this.product = product;
        this.kernels = call.kernels().matrices();
        this.depthStep = depthStep(product.depth());
        this.wide = product.height() <= kernels.narrowRows() ? kernels.narrowRows() : kernels.wideRows();
        this.panels = Math.ceilDiv(product.height(), wide);
        this.columnStep = columnStep(call.threads());
        this.shares = Math.ceilDiv(product.columns(), columnStep);
        this.packing = new PanelPacking(call, product.a(), Math.min(depthStep, product.depth()), wide);
        double operations = (double) wide * columnStep * product.depth();
        double nanos = 100 + operations / (call.kernels().isVector() ? 40 : 20);
        this.split = Split.of((long) panels * shares * product.matrices(), nanos, call.threads());
    }

    /** Equal parts, as far as whole steps allow. */
    private static int depthStep(int depth) {
        int parts = Math.ceilDiv(depth, MatrixKernels.MOST_DEPTH);
        return Math.ceilDiv(Math.ceilDiv(depth, parts), DEPTH_STEP) * DEPTH_STEP;
    }

    /** Shares the columns where there are too few panels for the threads. */
    private int columnStep(int threads) {
        int columns = product.columns();
        long wanted = threads == 1 ? 1 : Math.ceilDiv(4L * threads, panels * product.matrices());
        long most = Math.max(1, columns / LEAST_COLUMNS);
        long parts = Math.max(Math.min(wanted, most), Math.ceilDiv(columns, MOST_COLUMNS));
        int step = (int) Math.ceilDiv(columns, parts);
        return Math.ceilDiv(step, kernels.tileColumns()) * kernels.tileColumns();
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long unit = split.from(piece); unit < split.to(piece); unit++) {
            int share = (int) (unit % shares);
            int panel = (int) (unit / shares % panels);
            multiply(unit / shares / panels, panel * wide, share * columnStep, slot);
        }
    }

    private void multiply(long matrix, int row, int firstColumn, int slot) {
        int rows = Math.min(wide, product.height() - row);
        int width = rows <= kernels.narrowRows() && product.a().panels() == null ? kernels.narrowRows() : wide;
        int lastColumn = Math.min(product.columns(), firstColumn + columnStep);
        long a = product.matrixOfA(matrix);
        long b = product.matrixOfB(matrix);
        long c = product.matrixOfC(matrix) + (long) Float.BYTES * row;
        int tiles = Math.ceilDiv(lastColumn - firstColumn, kernels.tileColumns());
        TileMemory memory = TileMemory.of(kernels);
        for (int k = 0; k < product.depth(); k += depthStep) {
            int depth = Math.min(depthStep, product.depth() - k);
            packing.pack(a, row, rows, k, depth, width, memory, slot);
            for (int tile = 0; tile < tiles; tile++) {
                int j = column(firstColumn, lastColumn, tile, tiles);
                kernels.tile(
                        memory,
                        width,
                        depth,
                        b + j * product.b().strides().s1() + (long) Float.BYTES * k,
                        product.b().strides().s1(),
                        rows,
                        column(firstColumn, lastColumn, tile + 1, tiles) - j,
                        c + j * product.c().strides().s1(),
                        product.c().strides().s1(),
                        k > 0);
            }
        }
    }

    /** The first column of a tile. Tiles are about equally wide: 14 columns are 5 + 5 + 4, as 6 + 6 + 2 takes longer. */
    private static int column(int first, int last, int tile, int tiles) {
        return first + (last - first) * tile / tiles;
    }
}
