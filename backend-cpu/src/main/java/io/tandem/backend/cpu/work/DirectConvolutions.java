package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.tensor.Shape;

/** Convolutions that add multiples of rows of data to a row of the result. */
final class DirectConvolutions {
    private DirectConvolutions() {}

    static void depthwise(ConvolutionOp.Conv2dDw op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View kernel = ResultRows.packed(call, call.input(0));
        View data = MatrixProducts.plain(call, call.input(1));
        RowKernels kernels = call.kernels().rows();
        Shape shape = y.shape();
        double nanos = (double) kernel.shape().d0() * kernel.shape().d1() * (10 + y.length());
        ResultRows.add(call, y, nanos, (row, target, slot) -> {
            long place = row % shape.d1();
            long channel = row / shape.d1() % shape.d2();
            long n = row / shape.d1() / shape.d2();
            Memory.clear(target, (long) Float.BYTES * y.length());
            for (long k1 = 0; k1 < kernel.shape().d1(); k1++) {
                long i1 = place * op.axis1().stride()
                        + k1 * op.axis1().dilation()
                        - op.axis1().padding();
                if (i1 >= 0 && i1 < data.shape().d1()) {
                    long weights = kernel.row(k1, 0, channel);
                    addRow(
                            kernels,
                            op.axis0(),
                            data.row(i1, channel, n),
                            data.length(),
                            weights,
                            kernel.length(),
                            target,
                            y.length());
                }
            }
        });
    }

    /** target[x] += Σ over k of weights[k] · row[x · stride + k · dilation − padding], where the row has that element. */
    private static void addRow(
            RowKernels kernels, Axis axis, long row, int length, long weights, int kernel, long target, int count) {
        for (int k = 0; k < kernel; k++) {
            float weight = readFloat(weights + (long) Float.BYTES * k);
            long shift = (long) k * axis.dilation() - axis.padding();
            int first = Math.clamp(Math.ceilDiv(-shift, axis.stride()), 0, count);
            int end = Math.clamp(Math.floorDiv(length - 1 - shift, axis.stride()) + 1, first, count);
            long source = row + Float.BYTES * (first * (long) axis.stride() + shift);
            long to = target + (long) Float.BYTES * first;
            if (axis.stride() == 1) {
                kernels.mix(source, weight, to, 1, to, end - first);
                continue;
            }
            for (int i = 0; i < end - first; i++) {
                long at = to + (long) Float.BYTES * i;
                writeFloat(at, readFloat(at) + weight * readFloat(source + (long) Float.BYTES * i * axis.stride()));
            }
        }
    }

    static void transposed(KernelCall call, View kernelOperand, View dataOperand, View y, int stride) {
        if (y.isEmpty()) {
            return;
        }
        View kernel = ResultRows.packed(call, kernelOperand);
        View data = MatrixProducts.plain(call, dataOperand);
        RowKernels kernels = call.kernels().rows();
        Shape shape = y.shape();
        double meetings = (double) kernel.shape().d0()
                * kernel.shape().d1()
                * data.shape().d2()
                / stride;
        ResultRows.add(call, y, meetings * (10 + data.length()), (row, target, slot) -> {
            long place = row % shape.d1();
            long channel = row / shape.d1() % shape.d2();
            long n = row / shape.d1() / shape.d2();
            Memory.clear(target, (long) Float.BYTES * y.length());
            for (long k1 = place % stride; k1 < kernel.shape().d1() && k1 <= place; k1 += stride) {
                long i1 = (place - k1) / stride;
                for (long from = 0;
                        i1 < data.shape().d1() && from < data.shape().d2();
                        from++) {
                    long weights = kernel.row(k1, channel, from);
                    spreadRow(kernels, data.row(i1, from, n), data.length(), weights, kernel.length(), target, stride);
                }
            }
        });
    }

    /** target[x · stride + k] += row[x] · weights[k]. */
    private static void spreadRow(
            RowKernels kernels, long row, int length, long weights, int kernel, long target, int stride) {
        for (int k = 0; k < kernel; k++) {
            float weight = readFloat(weights + (long) Float.BYTES * k);
            long to = target + (long) Float.BYTES * k;
            if (stride == 1) {
                kernels.mix(row, weight, to, 1, to, length);
                continue;
            }
            for (int i = 0; i < length; i++) {
                long at = to + (long) Float.BYTES * i * stride;
                writeFloat(at, readFloat(at) + weight * readFloat(row + (long) Float.BYTES * i));
            }
        }
    }

    static void ssm(KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View data = MatrixProducts.plain(call, call.input(0));
        View kernel = ResultRows.packed(call, call.input(1));
        int length = kernel.length();
        ResultRows.add(call, y, 2.0 * length * y.length(), (row, target, slot) -> {
            long step = Float.BYTES * (row % y.shape().d1());
            long n = row / y.shape().d1();
            for (int channel = 0; channel < y.length(); channel++) {
                long source = data.row(channel, n, 0) + step;
                long weights = kernel.row(channel);
                float sum = 0;
                for (long k = 0; k < (long) Float.BYTES * length; k += Float.BYTES) {
                    sum += readFloat(source + k) * readFloat(weights + k);
                }
                writeFloat(target + (long) Float.BYTES * channel, sum);
            }
        });
    }
}
