package io.tandem.backend.cpu.work;

import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import org.jspecify.annotations.Nullable;

/** Tensors that are repeated over larger ones. */
final class Repetition {
    private Repetition() {}

    /** The view in the larger shape, with stride 0 where single elements are repeated; null where more than those are. */
    static @Nullable View stretched(View view, Shape shape) {
        long[] strides = new long[Shape.DIMENSIONS];
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            long extent = view.shape().dim(i);
            if (extent != shape.dim(i) && extent != 1) {
                return null;
            }
            strides[i] = extent == shape.dim(i) ? view.strides().stride(i) : 0;
        }
        return view.as(shape, new Strides(strides[0], strides[1], strides[2], strides[3]), 0);
    }
}
