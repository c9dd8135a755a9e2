package io.tandem.backend.cpu.work;

import io.tandem.backend.WeightLayout;
import io.tandem.backend.cpu.kernel.KernelSet;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.graph.Node;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.op.MatrixOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * A matrix of weights stored as the panels that products are computed in: panel after panel, in each element k of all of
 * its rows together, with rows of zeros at the end of the last one. A run then need not transpose it.
 *
 * @param width the rows of a panel
 * @param rows the rows of the matrix
 * @param depth the elements of a row
 */
public record PanelLayout(int width, long rows, int depth) implements WeightLayout {
    /** Smaller matrices are transposed in no time. */
    private static final long LEAST_ELEMENTS = 64L * 1024;

    /** Elements of a side of the blocks that are transposed at once, so that both sides stay in the cache. */
    private static final int BLOCK = 16;

    /** The layout for a weight, if all that {@code uses} do with it is multiply by it. */
    public static Optional<PanelLayout> of(KernelSet kernels, Weight weight, List<Node> uses) {
        Shape shape = weight.layout().shape();
        int width = kernels.matrices().wideRows();
        boolean fits = weight.layout().type() == DType.F32
                && shape.d2() == 1
                && shape.d3() == 1
                && shape.d1() >= width
                && shape.d0() <= Integer.MAX_VALUE / width
                && shape.elements() >= LEAST_ELEMENTS;
        return fits && uses.stream().allMatch(node -> isFactor(weight, node))
                ? Optional.of(new PanelLayout(width, shape.d1(), (int) shape.d0()))
                : Optional.empty();
    }

    private static boolean isFactor(Weight weight, Node node) {
        return node.op() instanceof MatrixOp.MulMat
                && node.inputs().getFirst().weight() == weight
                && node.inputs().getLast().storage().weight() != weight;
    }

    @Override
    public String id() {
        return "panels of " + width;
    }

    @Override
    public long bytes() {
        return Math.ceilDiv(rows, width) * panelBytes();
    }

    private long panelBytes() {
        return (long) Float.BYTES * width * depth;
    }

    /** Where element {@code k} of a panel's rows is, in bytes from the start of the matrix. */
    long offset(int panel, int k) {
        return panel * panelBytes() + (long) Float.BYTES * width * k;
    }

    @Override
    public long rowsPerPack() {
        return width;
    }

    @Override
    public void pack(WeightSource source, MemorySegment target, long fromRow, long toRow) {
        Optional<WeightSource> columns = source.transposed();
        for (long row = fromRow; row < toRow; row += width) {
            int count = (int) Math.min(width, rows - row);
            MemorySegment panel = target.asSlice((row - fromRow) / width * panelBytes(), panelBytes());
            if (columns.isPresent()) {
                copy(columns.get(), row, count, panel);
            } else {
                transpose(source, row, count, panel);
            }
        }
    }

    private void copy(WeightSource columns, long row, int count, MemorySegment panel) {
        if (count < width) {
            panel.fill((byte) 0);
        }
        for (int k = 0; k < depth; k++) {
            long from = Float.BYTES * (k * rows + row);
            columns.read(from, panel.asSlice((long) Float.BYTES * width * k, (long) Float.BYTES * count));
        }
    }

    private void transpose(WeightSource source, long row, int count, MemorySegment panel) {
        float[] plain = new float[count * depth];
        source.read(Float.BYTES * row * depth, MemorySegment.ofArray(plain));
        float[] turned = new float[width * depth];
        for (int from = 0; from < depth; from += BLOCK) {
            int to = Math.min(depth, from + BLOCK);
            for (int i = 0; i < count; i++) {
                for (int k = from; k < to; k++) {
                    turned[k * width + i] = plain[i * depth + k];
                }
            }
        }
        MemorySegment.copy(turned, 0, panel, Memory.FLOAT.withByteAlignment(1), 0, turned.length);
    }
}
