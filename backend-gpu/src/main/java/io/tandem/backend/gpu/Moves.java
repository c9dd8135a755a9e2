package io.tandem.backend.gpu;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;

/** Copies of elements, bit for bit. */
final class Moves {
    /** Where elements come from: the constants in the kernels {@code move}. */
    enum Pattern {
        AS_IT_IS(0),
        REPEATED(1),
        PADDED(2),
        REFLECTED(3),
        ROLLED(4),
        DIAGONAL(5);

        private final int code;

        Pattern(int code) {
            this.code = code;
        }
    }

    private Moves() {}

    /** Whether {@link #copy} takes tensors of that type with these strides. */
    static boolean canCopy(DType type, Strides from, Strides to) {
        return !type.isQuantized() || (from.s0() == type.blockBytes() && to.s0() == type.blockBytes());
    }

    /** Copies a tensor to another place of its shape. */
    static void copy(Dispatches dispatches, DType type, View from, View to) {
        boolean runs = from.strides().s0() == type.blockBytes() && to.strides().s0() == type.blockBytes();
        if (!runs) {
            move(dispatches, Pattern.AS_IT_IS, type, from, to)
                    .threads(to.shape().elements());
            return;
        }
        // Rows are runs of bytes: the fewest moves are those of words.
        long row = type.rowBytes(to.shape().d0());
        int unit = Integer.BYTES;
        while (row % unit != 0 || !from.isAligned(unit) || !to.isAligned(unit)) {
            unit /= 2;
        }
        View target = units(to, row / unit, unit);
        dispatch(dispatches, Pattern.AS_IT_IS, unit, units(from, row / unit, unit), target)
                .threads(target.shape().elements());
    }

    private static View units(View view, long count, int bytes) {
        Strides strides = view.strides();
        return new View(
                view.slice(),
                view.offset(),
                view.shape().with(0, count),
                new Strides(bytes, strides.s1(), strides.s2(), strides.s3()));
    }

    /** Moves elements of a type that is not quantized by a pattern, whose numbers are to follow. */
    static Dispatches.Builder move(Dispatches dispatches, Pattern pattern, DType type, View from, View to) {
        return dispatch(dispatches, pattern, type.blockBytes(), from, to);
    }

    private static Dispatches.Builder dispatch(Dispatches dispatches, Pattern pattern, int bytes, View from, View to) {
        return dispatches
                .kernel("move")
                .constant(bytes)
                .constant(pattern.code)
                .input(from)
                .result(to);
    }

    /** Adds an index, one number a dimension. */
    static Dispatches.Builder index(Dispatches.Builder dispatch, Shape index) {
        return dispatch.number(index.d0()).number(index.d1()).number(index.d2()).number(index.d3());
    }
}
