package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * Convolutions (cross-correlations: no kernel is turned round) of floats. Operand 0 is the kernel, operand 1 the data; the
 * result is f32.
 */
public sealed interface ConvolutionOp extends Op {
    @Override
    default boolean isHeavy() {
        return true;
    }

    /**
     * How a kernel moves along a dimension.
     *
     * @param stride from one place of the kernel to the next
     * @param padding how many zeros there are before the data, and after it
     * @param dilation from one element of the kernel to the next
     */
    record Axis(int stride, int padding, int dilation) {
        /** Every place, no padding, no gaps. */
        public static final Axis PLAIN = new Axis(1, 0, 1);

        /** Refuses what is no way to move. */
        public Axis {
            Rules.require(
                    stride > 0 && padding >= 0 && dilation > 0,
                    "stride " + stride + " and dilation " + dilation + " must be positive and padding " + padding
                            + " not negative");
        }

        /** The number of places of a kernel of {@code kernel} elements on {@code length} elements of data. */
        public long places(long length, long kernel) {
            String misfit = "a kernel of " + kernel + " does not fit data of " + length + " with " + this;
            Rules.require(kernel > 0 && kernel <= Integer.MAX_VALUE, misfit);
            long room = length + 2L * padding - (kernel - 1) * dilation;
            Rules.require(room > 0, misfit);
            return (room - 1) / stride + 1;
        }
    }

    private static void requireFloats(List<TensorLayout> inputs) {
        Rules.count(inputs, 2, 2);
        Rules.requireFloat(inputs.get(0), 0);
        Rules.requireFloat(inputs.get(1), 1);
    }

    /**
     * The data that a kernel meets at each of its places. The one operand is the data: with {@code dimensions} 2
     * [w, h, c, n], the result being [c · kernel1 · kernel0, places in w, places in h, n], dimension 0 of the kernel
     * varying fastest; with {@code dimensions} 1 [l, c, n], the result being [c · kernel0, places in l, n], and kernel1 and
     * axis1 do not count. The result has the given float type.
     */
    record Im2col(int dimensions, int kernel0, int kernel1, Axis axis0, Axis axis1, DType type)
            implements ConvolutionOp {
        /** Refuses other dimensions and types. */
        public Im2col {
            Rules.require(dimensions == 1 || dimensions == 2, "dimensions are 1 or 2, not " + dimensions);
            Rules.require(type.isFloat(), "the result must be f32, f16 or bf16, not " + type);
        }

        @Override
        public boolean isHeavy() {
            return false;
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Shape data = Rules.singleFloat(inputs).shape();
            if (dimensions == 1) {
                Rules.requireRank(inputs.getFirst(), 0, 3);
                long places = axis0.places(data.d0(), kernel0);
                return TensorLayout.of(type, Shape.of(Rules.product(data.d1(), kernel0), places, data.d2()));
            }
            long places0 = axis0.places(data.d0(), kernel0);
            long places1 = axis1.places(data.d1(), kernel1);
            return TensorLayout.of(
                    type, Shape.of(Rules.product(data.d2(), (long) kernel1 * kernel0), places0, places1, data.d3()));
        }
    }

    /** A kernel [k, ci, co] along data [l, ci, n]: [places, co, n]. */
    record Conv1d(Axis axis0) implements ConvolutionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Rules.requireRank(inputs.get(0), 0, 3);
            Rules.requireRank(inputs.get(1), 1, 3);
            Shape kernel = inputs.get(0).shape();
            Shape data = inputs.get(1).shape();
            Rules.requireEqual(kernel.d1(), data.d1(), "the channels of kernel and data");
            return TensorLayout.of(DType.F32, Shape.of(axis0.places(data.d0(), kernel.d0()), kernel.d2(), data.d2()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            Shape kernel = inputs.getFirst().shape();
            return 2 * output.elements() * kernel.d0() * kernel.d1();
        }
    }

    /** A kernel [kw, kh, ci, co] over data [w, h, ci, n]: [places in w, places in h, co, n]. */
    record Conv2d(Axis axis0, Axis axis1) implements ConvolutionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Shape kernel = inputs.get(0).shape();
            Shape data = inputs.get(1).shape();
            Rules.requireEqual(kernel.d2(), data.d2(), "the channels of kernel and data");
            return TensorLayout.of(
                    DType.F32,
                    Shape.of(
                            axis0.places(data.d0(), kernel.d0()),
                            axis1.places(data.d1(), kernel.d1()),
                            kernel.d3(),
                            data.d3()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            Shape kernel = inputs.getFirst().shape();
            return 2 * output.elements() * kernel.d0() * kernel.d1() * kernel.d2();
        }
    }

    /** A kernel [kw, kh, 1, c] of its own for each channel of data [w, h, c, n]: [places in w, places in h, c, n]. */
    record Conv2dDw(Axis axis0, Axis axis1) implements ConvolutionOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Shape kernel = inputs.get(0).shape();
            Shape data = inputs.get(1).shape();
            Rules.requireEqual(kernel.d2(), 1, "dimension 2 of the kernel and 1");
            Rules.requireEqual(kernel.d3(), data.d2(), "the channels of kernel and data");
            return TensorLayout.of(
                    DType.F32,
                    Shape.of(
                            axis0.places(data.d0(), kernel.d0()),
                            axis1.places(data.d1(), kernel.d1()),
                            data.d2(),
                            data.d3()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            Shape kernel = inputs.getFirst().shape();
            return 2 * output.elements() * kernel.d0() * kernel.d1();
        }
    }

    /**
     * The transposed convolution: each element of data [l, ci, n] adds a multiple of the kernel [k, co, ci], {@code stride}
     * from that of its neighbour: [(l − 1) · stride + k, co, n].
     */
    record ConvTranspose1d(int stride) implements ConvolutionOp {
        /** Refuses standing still. */
        public ConvTranspose1d {
            Rules.require(stride > 0, "the stride must be positive, not " + stride);
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Rules.requireRank(inputs.get(0), 0, 3);
            Rules.requireRank(inputs.get(1), 1, 3);
            Shape kernel = inputs.get(0).shape();
            Shape data = inputs.get(1).shape();
            Rules.requireEqual(kernel.d2(), data.d1(), "the channels of kernel and data");
            return TensorLayout.of(DType.F32, Shape.of(spread(data.d0(), kernel.d0(), stride), kernel.d1(), data.d2()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2
                    * inputs.get(0).elements()
                    * inputs.get(1).shape().d0()
                    * output.shape().d2();
        }
    }

    /**
     * The transposed convolution in two dimensions: data [w, h, ci, n] and the kernel [kw, kh, co, ci] give
     * [(w − 1) · stride + kw, (h − 1) · stride + kh, co, n].
     */
    record ConvTranspose2d(int stride) implements ConvolutionOp {
        /** Refuses standing still. */
        public ConvTranspose2d {
            Rules.require(stride > 0, "the stride must be positive, not " + stride);
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Shape kernel = inputs.get(0).shape();
            Shape data = inputs.get(1).shape();
            Rules.requireEqual(kernel.d3(), data.d2(), "the channels of kernel and data");
            return TensorLayout.of(
                    DType.F32,
                    Shape.of(
                            spread(data.d0(), kernel.d0(), stride),
                            spread(data.d1(), kernel.d1(), stride),
                            kernel.d2(),
                            data.d3()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            Shape data = inputs.get(1).shape();
            return 2 * inputs.get(0).elements() * data.d0() * data.d1() * data.d3();
        }
    }

    private static long spread(long length, long kernel, long stride) {
        Rules.require(
                length > 0 && kernel > 0,
                "neither the data, " + length + ", nor the kernel, " + kernel + ", may be empty");
        return Rules.product(length - 1, stride) + kernel;
    }

    /**
     * The short convolution of state space models (Gu and Dao 2023, Mamba). Unlike the others it takes the data first,
     * [k − 1 + t, d, n], the states of the k − 1 steps before included, then the kernel [k, d]; the result is [d, t, n]:
     * y[i, j, ·] = Σ over m of data[j + m, i, ·] · kernel[m, i].
     */
    record SsmConv() implements ConvolutionOp {
        @Override
        public boolean isHeavy() {
            return false;
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            requireFloats(inputs);
            Rules.requireRank(inputs.get(0), 0, 3);
            Rules.requireRank(inputs.get(1), 1, 2);
            Shape data = inputs.get(0).shape();
            Shape kernel = inputs.get(1).shape();
            Rules.requireEqual(data.d1(), kernel.d1(), "the channels of data and kernel");
            long steps = Axis.PLAIN.places(data.d0(), kernel.d0());
            return TensorLayout.of(DType.F32, Shape.of(data.d1(), steps, data.d2()));
        }

        @Override
        public long flops(List<TensorLayout> inputs, TensorLayout output) {
            return 2 * output.elements() * inputs.get(1).shape().d0();
        }
    }
}
