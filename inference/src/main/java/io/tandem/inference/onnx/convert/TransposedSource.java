package io.tandem.inference.onnx.convert;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.tandem.graph.WeightSource;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;

/**
 * Row-major matrices, one after the other, with rows and columns exchanged. They are turned over while they are read, so
 * that no second copy stays in memory: ONNX keeps a layer's weights as [in, out], products here want [out, in].
 *
 * @param matrices the elements of the untransposed matrices
 * @param rows the rows of one, which are the columns of what is read
 * @param columns the columns of one
 * @param width bytes of an element
 */
record TransposedSource(MemorySegment matrices, long rows, long columns, int width) implements WeightSource {
    /** Elements of a side of the blocks that are turned over at once, so that both sides stay in the cache. */
    private static final int BLOCK = 32;

    @Override
    public long bytes() {
        return matrices.byteSize();
    }

    @Override
    public Optional<WeightSource> transposed() {
        return Optional.of(WeightSource.of(matrices));
    }

    /** Whole rows of the result go block by block, what is left at both ends element by element. */
    @Override
    public void read(long offset, MemorySegment target) {
        Objects.checkFromIndexSize(offset, target.byteSize(), bytes());
        if (target.byteSize() == 0) {
            return;
        }
        if (offset % width != 0 || target.byteSize() % width != 0) {
            readBytes(offset, target);
            return;
        }
        long first = offset / width;
        long end = first + target.byteSize() / width;
        long firstRow = Math.min(Math.ceilDiv(first, rows), end / rows);
        long endRow = Math.max(firstRow, end / rows);
        copyRange(first, Math.min(end, firstRow * rows), target, first);
        for (long row = firstRow; row < endRow; ) {
            long nextMatrix = (row / columns + 1) * columns;
            long lastRow = Math.min(Math.min(endRow, nextMatrix), row + BLOCK);
            for (long column = 0; column < rows; column += BLOCK) {
                copyBlock(row, lastRow, column, Math.min(rows, column + BLOCK), target, first);
            }
            row = lastRow;
        }
        copyRange(Math.max(first, endRow * rows), end, target, first);
    }

    private void copyBlock(long fromRow, long toRow, long fromColumn, long toColumn, MemorySegment target, long first) {
        long matrix = fromRow / columns * columns;
        for (long row = fromRow; row < toRow; row++) {
            long source = matrix * rows + row - matrix;
            for (long column = fromColumn; column < toColumn; column++) {
                copy(source + column * columns, target, row * rows + column - first);
            }
        }
    }

    private void copyRange(long from, long to, MemorySegment target, long first) {
        for (long i = from; i < to; i++) {
            copy(source(i), target, i - first);
        }
    }

    /** Where element {@code index} of the result is in the untransposed matrices. */
    private long source(long index) {
        long size = rows * columns;
        long within = index % size;
        return index - within + within % rows * columns + within / rows;
    }

    private void copy(long source, MemorySegment target, long place) {
        switch (width) {
            case 2 -> target.set(JAVA_SHORT_UNALIGNED, place * 2, matrices.get(JAVA_SHORT_UNALIGNED, source * 2));
            case 4 -> target.set(JAVA_INT_UNALIGNED, place * 4, matrices.get(JAVA_INT_UNALIGNED, source * 4));
            case 8 -> target.set(JAVA_LONG_UNALIGNED, place * 8, matrices.get(JAVA_LONG_UNALIGNED, source * 8));
            default -> MemorySegment.copy(matrices, source * width, target, place * width, width);
        }
    }

    /** Ranges that cut elements apart: correct, not fast. */
    private void readBytes(long offset, MemorySegment target) {
        for (long i = 0; i < target.byteSize(); i++) {
            long source = source((offset + i) / width);
            MemorySegment.copy(matrices, source * width + (offset + i) % width, target, i, 1);
        }
    }
}
