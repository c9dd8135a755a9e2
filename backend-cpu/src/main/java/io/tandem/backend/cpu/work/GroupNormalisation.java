package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;

/** Normalisation of groups of matrices: one long row each where memory allows, else row by row. */
final class GroupNormalisation implements Work {
    private final View x;
    private final View y;
    private final float eps;
    private final long step;
    private final long groups;
    private final RowKernels kernels;
    private final Staging staging;
    private final SlotMemory memory;
    private final Split split;

    private GroupNormalisation(KernelCall call, long step, float eps) {
        this.x = call.input(0);
        this.y = call.output();
        this.eps = eps;
        this.step = step;
        this.groups = Math.ceilDiv(x.shape().d2(), step);
        this.kernels = call.kernels().rows();
        this.staging = new Staging(call.kernels().conversions());
        this.memory = call.scratchForEachThread((long) Float.BYTES * x.length());
        double rows = (double) step * x.shape().d1();
        this.split = Split.of(groups * x.shape().d3(), rows * (60 + 2.0 * x.length()), call.threads());
    }

    static void add(KernelCall call, int groups, float eps) {
        View x = call.input(0);
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        Shape shape = x.shape();
        long step = Math.ceilDiv(shape.d2(), groups);
        long length = shape.d0() * shape.d1() * step;
        if (x.layout().isContiguous() && shape.d2() % step == 0 && length <= KernelTable.LONGEST_ROW) {
            Shape rows = Shape.of(length, shape.d2() / step, shape.d3());
            Normalisations.norm(call, inRows(x, rows), inRows(y, rows), eps);
        } else {
            call.add(new GroupNormalisation(call, step, eps));
        }
    }

    private static View inRows(View view, Shape shape) {
        return new View(TensorLayout.of(view.type(), shape), view.address());
    }

    @Override
    public int pieces() {
        return split.pieces();
    }

    @Override
    public void run(int piece, int slot) {
        for (long unit = split.from(piece); unit < split.to(piece); unit++) {
            long i3 = unit / groups;
            long from = unit % groups * step;
            long to = Math.min(from + step, x.shape().d2());
            double count = (double) (to - from) * x.shape().d0() * x.shape().d1();
            float mean = (float) (sum(from, to, i3, slot) / count);
            double variance = sumOfSquares(mean, from, to, i3, slot) / count;
            store(mean, (float) (1 / Math.sqrt(variance + eps)), from, to, i3, slot);
        }
    }

    private long read(long i1, long i2, long i3, int slot) {
        return staging.read(x, x.row(i1, i2, i3), 0, x.length(), memory.of(slot));
    }

    private double sum(long from, long to, long i3, int slot) {
        double sum = 0;
        for (long i2 = from; i2 < to; i2++) {
            for (long i1 = 0; i1 < x.shape().d1(); i1++) {
                sum += kernels.sum(read(i1, i2, i3, slot), x.length());
            }
        }
        return sum;
    }

    private double sumOfSquares(float mean, long from, long to, long i3, int slot) {
        double sum = 0;
        for (long i2 = from; i2 < to; i2++) {
            for (long i1 = 0; i1 < x.shape().d1(); i1++) {
                sum += kernels.sumOfSquares(read(i1, i2, i3, slot), mean, x.length());
            }
        }
        return sum;
    }

    private void store(float mean, float factor, long from, long to, long i3, int slot) {
        for (long i2 = from; i2 < to; i2++) {
            for (long i1 = 0; i1 < x.shape().d1(); i1++) {
                long row = y.row(i1, i2, i3);
                long target = Staging.target(y, row, 0, memory.of(slot));
                kernels.shiftAndScale(read(i1, i2, i3, slot), mean, factor, target, x.length());
                staging.write(y, row, 0, x.length(), target);
            }
        }
    }
}
