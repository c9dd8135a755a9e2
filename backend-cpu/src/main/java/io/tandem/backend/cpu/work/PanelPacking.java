package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.tensor.DType;

/**
 * Brings rows of a matrix of any type and strides into a panel, in which element k of all rows lies together. Where the
 * matrix is a transposed view it lies like that already.
 */
final class PanelPacking {
    /** Elements of a row that pass through memory as f32 at a time; a multiple of every block length. */
    private static final int PART = 256;

    /** A panel that fewer tiles than this will read is not worth a copy. */
    private static final int LEAST_TILES = 8;

    private final View a;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final SlotMemory panels;
    private final SlotMemory parts;
    private final SlotMemory pads;
    private final boolean transposed;
    private final boolean usedInPlace;

    PanelPacking(KernelCall call, View a, int depth, int width, int columns) {
        this.a = a;
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        int elementBytes = a.type().blockBytes();
        this.transposed = !a.type().isQuantized()
                && !a.layout().hasContiguousRows()
                && (a.strides().s1() == elementBytes || a.shape().d1() == 1);
        this.usedInPlace = transposed
                && a.type() == DType.F32
                && Math.ceilDiv(columns, kernels.tileColumns()) < LEAST_TILES
                && a.strides().s0() * depth <= Integer.MAX_VALUE;
        this.panels = call.scratchForEachThread((long) Float.BYTES * width * depth);
        this.parts = call.scratchForEachThread(
                transposed || a.hasPlainRows() ? 0 : (long) Float.BYTES * width * Math.min(PART, depth));
        this.pads = call.scratchForEachThread(transposed ? 0 : MatrixKernels.PAD_BYTES);
    }

    /** Whether the matrix itself serves as a panel of as many rows as it is wide. */
    boolean servesInPlace(boolean full) {
        return usedInPlace && full;
    }

    long inPlace(long row, int k) {
        return row + k * a.strides().s0();
    }

    int strideInPlace() {
        return (int) a.strides().s0();
    }

    /** Packs elements {@code from} to {@code from + depth} of rows that start at {@code row}; the panel's address. */
    long pack(long row, int rows, int from, int depth, int width, int slot) {
        long panel = panels.of(slot);
        long stride = (long) Float.BYTES * width;
        if (transposed) {
            for (int k = 0; k < depth; k++) {
                long target = panel + k * stride;
                staging.conversions()
                        .decode(a.type(), row + (from + k) * a.strides().s0(), target, rows);
                Memory.clear(target + (long) Float.BYTES * rows, (long) Float.BYTES * (width - rows));
            }
        } else if (a.hasPlainRows()) {
            long source = row + (long) Float.BYTES * from;
            kernels.pack(source, a.strides().s1(), rows, depth, width, panel, pads.of(slot));
        } else {
            for (int k = 0; k < depth; k += PART) {
                packPart(row, rows, from + k, Math.min(PART, depth - k), width, panel + k * stride, slot);
            }
        }
        return panel;
    }

    private void packPart(long row, int rows, int from, int depth, int width, long panel, int slot) {
        long part = parts.of(slot);
        long stride = (long) Float.BYTES * depth;
        for (int r = 0; r < rows; r++) {
            staging.decode(a, row + r * a.strides().s1(), from, depth, part + r * stride);
        }
        kernels.pack(part, stride, rows, depth, width, panel, pads.of(slot));
    }
}
