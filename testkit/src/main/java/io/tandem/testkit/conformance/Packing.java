package io.tandem.testkit.conformance;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import java.lang.foreign.MemorySegment;

/** Brings weights into a device's own layout, in several ranges as a scheduler with bounded staging does. */
final class Packing {
    private static final int PACKS_A_RANGE = 2;

    private Packing() {}

    static MemorySegment pack(Weight weight, WeightLayout layout) {
        long rows = weight.layout().shape().rows();
        long step = layout.rowsPerPack() * PACKS_A_RANGE;
        MemorySegment packed = MemorySegment.ofArray(new byte[Math.toIntExact(layout.bytes())]);
        long offset = 0;
        for (long from = 0; from < rows; from += step) {
            long to = Math.min(rows, from + step);
            long bytes = Math.ceilDiv(to - from, layout.rowsPerPack()) * layout.packBytes(rows);
            layout.pack(weight.source(), packed.asSlice(offset, bytes), from, to);
            offset += bytes;
        }
        return packed;
    }
}
