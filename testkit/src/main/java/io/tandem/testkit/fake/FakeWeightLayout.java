package io.tandem.testkit.fake;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows in groups of four, last row first, every byte inverted, four bytes of nothing after each row: whoever reads it as
 * plain, or packs the wrong rows, gets nonsense.
 */
record FakeWeightLayout(long rows, long rowBytes) implements WeightLayout {
    private static final int GROUP = 4;
    private static final int GAP = 4;

    static FakeWeightLayout of(Weight weight) {
        TensorLayout layout = weight.layout();
        return new FakeWeightLayout(
                layout.shape().rows(), layout.type().rowBytes(layout.shape().d0()));
    }

    @Override
    public String id() {
        return "fake-reversed-rows";
    }

    @Override
    public long bytes() {
        return Math.ceilDiv(rows, GROUP) * GROUP * (rowBytes + GAP);
    }

    @Override
    public long rowsPerPack() {
        return GROUP;
    }

    @Override
    public void pack(WeightSource source, MemorySegment target, long fromRow, long toRow) {
        long packs = Math.ceilDiv(toRow - fromRow, GROUP);
        if (target.byteSize() != packs * packBytes(rows) || fromRow % GROUP != 0) {
            throw new IllegalArgumentException(
                    "Rows " + fromRow + " to " + toRow + " into " + target.byteSize() + " bytes");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment row = arena.allocate(Math.max(1, rowBytes)).asSlice(0, rowBytes);
            for (long i = fromRow; i < toRow; i++) {
                source.read(i * rowBytes, row);
                invert(row, 0, target, (place(i) - fromRow) * (rowBytes + GAP));
            }
        }
    }

    void unpack(MemorySegment packed, MemorySegment plain) {
        for (long i = 0; i < rows; i++) {
            invert(packed, place(i) * (rowBytes + GAP), plain, i * rowBytes);
        }
    }

    private static long place(long row) {
        long first = row / GROUP * GROUP;
        return first + GROUP - 1 - (row - first);
    }

    private void invert(MemorySegment source, long from, MemorySegment target, long to) {
        for (long i = 0; i < rowBytes; i++) {
            target.set(ValueLayout.JAVA_BYTE, to + i, (byte) ~source.get(ValueLayout.JAVA_BYTE, from + i));
        }
    }
}
