package io.tandem.backend;

import io.tandem.graph.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A tensor bound to memory.
 *
 * @param tensor its type, shape and strides
 * @param slice its bytes, from its first element to the end of its last one; for a weight in a layout of the device's own
 *     all bytes of that layout
 * @param weightLayout the layout of the device's own that the weight is stored in, or null where it is plain
 */
public record Operand(
        Tensor tensor, BufferSlice slice, @Nullable WeightLayout weightLayout) {
    /** A tensor in its plain layout. */
    public static Operand of(Tensor tensor, BufferSlice slice) {
        return new Operand(tensor, slice, null);
    }
}
