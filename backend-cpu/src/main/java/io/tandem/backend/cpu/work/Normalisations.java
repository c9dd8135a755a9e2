package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.op.NormOp;

/** Normalisations of rows. */
final class Normalisations {
    private Normalisations() {}

    static void addTo(KernelTable table) {
        table.put(NormOp.Norm.class, (op, call) -> norm(call, call.input(0), call.output(), op.eps()));
        table.put(NormOp.GroupNorm.class, (op, call) -> GroupNormalisation.add(call, op.groups(), op.eps()));
        table.put(NormOp.RmsNorm.class, (op, call) -> {
            int count = call.input(0).length();
            divide(call, sumOfSquares -> Math.sqrt(sumOfSquares / count + op.eps()));
        });
        table.put(
                NormOp.L2Norm.class,
                (op, call) -> divide(call, sumOfSquares -> Math.max(Math.sqrt(sumOfSquares), op.eps())));
    }

    static void norm(KernelCall call, View x, View y, float eps) {
        if (y.isEmpty()) {
            return;
        }
        RowKernels kernels = call.kernels().rows();
        int count = x.length();
        RowWork.add(call, x, y, 0.3, (source, target, row, slot) -> {
            float mean = kernels.sum(source, count) / count;
            double variance = (double) kernels.sumOfSquares(source, mean, count) / count;
            kernels.shiftAndScale(source, mean, (float) (1 / Math.sqrt(variance + eps)), target, count);
        });
    }

    /** What a row is divided by. */
    @FunctionalInterface
    private interface Divisor {
        double of(double sumOfSquares);
    }

    private static void divide(KernelCall call, Divisor divisor) {
        if (call.output().isEmpty()) {
            return;
        }
        RowKernels kernels = call.kernels().rows();
        int count = call.input(0).length();
        RowWork.add(call, call.input(0), call.output(), 0.2, (source, target, row, slot) -> {
            float factor = (float) (1 / divisor.of(kernels.sumOfSquares(source, 0, count)));
            kernels.shiftAndScale(source, 0, factor, target, count);
        });
    }
}
