package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;

import io.tandem.backend.cpu.kernel.Memory;

/**
 * Copies elements that are strided on one side at least, in squares of 16 by 16, so that both a row and a column of a
 * transposed matrix stay in the cache while they are used.
 */
final class StridedCopy implements Work {
    private static final int SQUARE = 16;

    private final View source;
    private final View target;
    private final int size;
    private final long groupsPerPlane;
    private final Split split;

    /** Copies elements of {@code size} bytes between views of one shape. */
    StridedCopy(View source, View target, int size, int threads) {
        this.source = source;
        this.target = target;
        this.size = size;
        this.groupsPerPlane = Math.ceilDiv(target.shape().d1(), SQUARE);
        long groups = groupsPerPlane * target.shape().d2() * target.shape().d3();
        this.split = Split.of(groups, 1.5 * SQUARE * target.length(), threads);
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long group = split.from(piece); group < split.to(piece); group++) {
            long plane = group / groupsPerPlane;
            long i1 = group % groupsPerPlane * SQUARE;
            long i2 = plane % target.shape().d2();
            long i3 = plane / target.shape().d2();
            int rows = (int) Math.min(SQUARE, target.shape().d1() - i1);
            copyRows(source.row(i1, i2, i3), target.row(i1, i2, i3), rows);
        }
    }

    private void copyRows(long from, long to, int rows) {
        int length = target.length();
        for (int i0 = 0; i0 < length; i0 += SQUARE) {
            int columns = Math.min(SQUARE, length - i0);
            long squareFrom = from + i0 * source.strides().s0();
            long squareTo = to + i0 * target.strides().s0();
            for (int r = 0; r < rows; r++) {
                copyRow(
                        squareFrom + r * source.strides().s1(),
                        squareTo + r * target.strides().s1(),
                        columns);
            }
        }
    }

    private void copyRow(long from, long to, int columns) {
        long fromStride = source.strides().s0();
        long toStride = target.strides().s0();
        for (int i = 0; i < columns; i++) {
            element(from + i * fromStride, to + i * toStride, size);
        }
    }

    /** Copies one element. */
    static void element(long from, long to, int size) {
        switch (size) {
            case 1 -> ALL.set(Memory.BYTE, to, ALL.get(Memory.BYTE, from));
            case 2 -> ALL.set(Memory.SHORT, to, ALL.get(Memory.SHORT, from));
            case 4 -> ALL.set(Memory.INT, to, ALL.get(Memory.INT, from));
            case 8 -> ALL.set(Memory.LONG, to, ALL.get(Memory.LONG, from));
            default -> Memory.copy(from, to, size);
        }
    }
}
