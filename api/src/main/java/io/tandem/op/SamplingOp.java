package io.tandem.op;

import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations that make a signal or an image coarser or finer. One float operand; the result has its type. */
public sealed interface SamplingOp extends Op {
    /** What a window becomes. */
    enum Pooling {
        /** Its largest element; NaN where there is one. Padding does not count. */
        MAX,
        /** Its sum, divided by the number of its places, those in the padding included. */
        AVG
    }

    private static long windows(long length, int kernel, int stride, int padding) {
        Rules.require(
                kernel > 0 && stride > 0 && padding >= 0 && padding < kernel,
                "kernel " + kernel + " and stride " + stride + " must be positive and padding " + padding
                        + " less than the kernel");
        long room = length + 2L * padding - kernel;
        Rules.require(room >= 0 && length > 0, "a window of " + kernel + " does not fit " + length + " elements");
        return room / stride + 1;
    }

    /** Windows of each row: [l, ..] becomes [(l + 2 padding − kernel) / stride + 1, ..]. */
    record Pool1d(Pooling pooling, int kernel, int stride, int padding) implements SamplingOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout x = Rules.singleFloat(inputs);
            return TensorLayout.of(x.type(), x.shape().with(0, windows(x.shape().d0(), kernel, stride, padding)));
        }
    }

    /** Windows of each matrix [w, h], as {@link Pool1d} in both dimensions. */
    record Pool2d(Pooling pooling, int kernel0, int kernel1, int stride0, int stride1, int padding0, int padding1)
            implements SamplingOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout x = Rules.singleFloat(inputs);
            return TensorLayout.of(
                    x.type(),
                    x.shape()
                            .with(0, windows(x.shape().d0(), kernel0, stride0, padding0))
                            .with(1, windows(x.shape().d1(), kernel1, stride1, padding1)));
        }
    }

    /** What {@link Upscale} makes of the elements around a place. */
    enum Interpolation {
        /** The element at or before it. */
        NEAREST,
        /** Between two neighbours in each of dimensions 0 and 1. */
        BILINEAR,
        /** The cubic through four neighbours in each of dimensions 0 and 1 (Keys 1981, a = −0.75). */
        BICUBIC
    }

    /**
     * The operand in another shape. With f = extent of the result / extent of the operand, element i of a dimension is taken
     * at i / f, rounded down, or where it is interpolated at (i + ½) / f − ½, what lies beyond an end counting as that end.
     * With {@code alignCorners} dimensions 0 and 1 have f = (extent of the result − 1) / (extent of the operand − 1), where
     * neither is 1, and are interpolated at i / f.
     */
    record Upscale(Shape shape, Interpolation interpolation, boolean alignCorners) implements SamplingOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout x = Rules.singleFloat(inputs);
            Rules.require(
                    x.elements() > 0 || shape.elements() == 0,
                    "there is nothing to take elements of " + shape + " from");
            return TensorLayout.of(x.type(), shape);
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 8 * output.elements();
        }
    }
}
