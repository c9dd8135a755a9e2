package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.MatrixKernels;
import io.tandem.backend.cpu.kernel.TileMemory;
import io.tandem.tensor.DType;

/**
 * Brings rows of a matrix of any type and strides into a panel, in which element k of all rows lies together. Where the
 * matrix is stored in panels or is a transposed view it lies like that already, and is only copied.
 */
final class PanelPacking {
    /** Elements of a row that pass through memory as f32 at a time; a multiple of every block length. */
    private static final int PART = 256;

    private final View a;
    private final MatrixKernels kernels;
    private final Staging staging;
    private final SlotMemory parts;
    private final SlotMemory pads;
    private final boolean transposed;

    PanelPacking(KernelCall call, View a, int depth, int width) {
        this.a = a;
        this.kernels = call.kernels().matrices();
        this.staging = new Staging(call.kernels().conversions());
        boolean direct = a.panels() != null || a.hasPlainRows();
        this.transposed = !direct
                && !a.type().isQuantized()
                && !a.layout().hasContiguousRows()
                && (a.strides().s1() == a.type().blockBytes() || a.shape().d1() == 1);
        boolean staged = !direct && !(transposed && a.type() == DType.F32);
        this.parts = call.scratchForEachThread(staged ? (long) Float.BYTES * width * Math.min(PART, depth) : 0);
        this.pads = call.scratchForEachThread(transposed || a.panels() != null ? 0 : MatrixKernels.PAD_BYTES);
    }

    /** Packs elements {@code from} to {@code from + depth} of rows {@code firstRow} on of a matrix. */
    void pack(long matrix, int firstRow, int rows, int from, int depth, int width, TileMemory memory, int slot) {
        long row = matrix + firstRow * a.strides().s1();
        PanelLayout panels = a.panels();
        if (panels != null) {
            long panel = matrix + panels.offset(firstRow / width, from);
            kernels.packTransposed(panel, (long) Float.BYTES * width, width, depth, width, memory, 0);
        } else if (transposed) {
            packTransposed(row + from * a.strides().s0(), rows, depth, width, memory, slot);
        } else if (a.hasPlainRows()) {
            long source = row + (long) Float.BYTES * from;
            kernels.pack(source, a.strides().s1(), rows, depth, width, memory, 0, pads.of(slot));
        } else {
            for (int k = 0; k < depth; k += PART) {
                packPart(row, rows, from + k, Math.min(PART, depth - k), width, memory, k, slot);
            }
        }
    }

    private void packTransposed(long source, int rows, int depth, int width, TileMemory memory, int slot) {
        long stride = a.strides().s0();
        if (a.type() == DType.F32) {
            kernels.packTransposed(source, stride, rows, depth, width, memory, 0);
            return;
        }
        long part = parts.of(slot);
        for (int k = 0; k < depth; k++) {
            staging.conversions().decode(a.type(), source + k * stride, part, rows);
            kernels.packTransposed(part, 0, rows, 1, width, memory, k);
        }
    }

    private void packPart(long row, int rows, int from, int depth, int width, TileMemory memory, int k, int slot) {
        long part = parts.of(slot);
        long stride = (long) Float.BYTES * depth;
        for (int r = 0; r < rows; r++) {
            staging.decode(a, row + r * a.strides().s1(), from, depth, part + r * stride);
        }
        kernels.pack(part, stride, rows, depth, width, memory, k, pads.of(slot));
    }
}
