package io.tandem.graph;

import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.op.Op;
import io.tandem.op.PatternOp;
import io.tandem.op.SamplingOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** Builder methods of convolutions and of what goes with them. */
public sealed interface ConvolutionOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** Signals: {@link ConvolutionOp.Im2col}. */
    default Tensor im2col(Tensor data, int kernel, Axis axis, DType type) {
        return apply(new ConvolutionOp.Im2col(1, kernel, 1, axis, Axis.PLAIN, type), data);
    }

    /** Images: {@link ConvolutionOp.Im2col}. */
    default Tensor im2col(Tensor data, int kernel0, int kernel1, Axis axis0, Axis axis1, DType type) {
        return apply(new ConvolutionOp.Im2col(2, kernel0, kernel1, axis0, axis1, type), data);
    }

    /** Applies {@link ConvolutionOp.Conv1d}. */
    default Tensor conv1d(Tensor kernel, Tensor data, Axis axis) {
        return apply(new ConvolutionOp.Conv1d(axis), kernel, data);
    }

    /** Applies {@link ConvolutionOp.Conv2d}. */
    default Tensor conv2d(Tensor kernel, Tensor data, Axis axis0, Axis axis1) {
        return apply(new ConvolutionOp.Conv2d(axis0, axis1), kernel, data);
    }

    /** Applies {@link ConvolutionOp.Conv2dDw}. */
    default Tensor conv2dDw(Tensor kernel, Tensor data, Axis axis0, Axis axis1) {
        return apply(new ConvolutionOp.Conv2dDw(axis0, axis1), kernel, data);
    }

    /** Applies {@link ConvolutionOp.ConvTranspose1d}. */
    default Tensor convTranspose1d(Tensor kernel, Tensor data, int stride) {
        return apply(new ConvolutionOp.ConvTranspose1d(stride), kernel, data);
    }

    /** Applies {@link ConvolutionOp.ConvTranspose2d}. */
    default Tensor convTranspose2d(Tensor kernel, Tensor data, int stride) {
        return apply(new ConvolutionOp.ConvTranspose2d(stride), kernel, data);
    }

    /** Applies {@link ConvolutionOp.SsmConv}. */
    default Tensor ssmConv(Tensor data, Tensor kernel) {
        return apply(new ConvolutionOp.SsmConv(), data, kernel);
    }

    /** Applies {@link SamplingOp.Pool1d}. */
    default Tensor pool1d(Tensor x, SamplingOp.Pooling pooling, int kernel, int stride, int padding) {
        return apply(new SamplingOp.Pool1d(pooling, kernel, stride, padding), x);
    }

    /** Square windows: {@link SamplingOp.Pool2d}. */
    default Tensor pool2d(Tensor x, SamplingOp.Pooling pooling, int kernel, int stride, int padding) {
        return apply(new SamplingOp.Pool2d(pooling, kernel, kernel, stride, stride, padding, padding), x);
    }

    /** Applies {@link SamplingOp.Upscale}. */
    default Tensor upscale(Tensor x, Shape shape, SamplingOp.Interpolation interpolation) {
        return apply(new SamplingOp.Upscale(shape, interpolation, false), x);
    }

    /** Applies {@link PatternOp.TimestepEmbedding}. */
    default Tensor timestepEmbedding(Tensor steps, int dimension, int maxPeriod) {
        return apply(new PatternOp.TimestepEmbedding(dimension, maxPeriod), steps);
    }
}
