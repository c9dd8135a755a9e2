package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.Shape;

/** Coarser and finer signals and images. */
final class Sampling {
    private Sampling() {}

    static void addTo(KernelTable table) {
        table.put(
                SamplingOp.Pool1d.class,
                (op, call) -> pool(
                        new SamplingOp.Pool2d(op.pooling(), op.kernel(), 1, op.stride(), 1, op.padding(), 0), call));
        table.put(SamplingOp.Pool2d.class, Sampling::pool);
        table.put(SamplingOp.Upscale.class, Sampling::upscale);
    }

    private static void pool(SamplingOp.Pool2d op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View x = MatrixProducts.plain(call, call.input(0));
        Shape shape = y.shape();
        boolean max = op.pooling() == Pooling.MAX;
        float places = (float) op.kernel0() * op.kernel1();
        ResultRows.add(call, y, 1.5 * places * y.length(), (row, target, slot) -> {
            long from1 = row % shape.d1() * op.stride1() - op.padding1();
            long i2 = row / shape.d1() % shape.d2();
            long i3 = row / shape.d1() / shape.d2();
            long first1 = Math.max(0, from1);
            long end1 = Math.min(x.shape().d1(), from1 + op.kernel1());
            for (int i = 0; i < y.length(); i++) {
                long from0 = (long) i * op.stride0() - op.padding0();
                long first0 = Math.max(0, from0);
                long end0 = Math.min(x.length(), from0 + op.kernel0());
                float result = max ? Float.NEGATIVE_INFINITY : 0;
                for (long i1 = first1; i1 < end1; i1++) {
                    long source = x.row(i1, i2, i3);
                    for (long i0 = first0; i0 < end0; i0++) {
                        float value = readFloat(source + Float.BYTES * i0);
                        result = max ? Math.max(result, value) : result + value;
                    }
                }
                writeFloat(target + (long) Float.BYTES * i, max ? result : result / places);
            }
        });
    }

    private static void upscale(SamplingOp.Upscale op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View x = MatrixProducts.plain(call, call.input(0));
        Shape from = x.shape();
        Shape to = y.shape();
        Taps columns = Taps.of(op, from.d0(), to.d0());
        Taps rows = Taps.of(op, from.d1(), to.d1());
        double nanos = 1.5 * columns.count() * rows.count() * y.length();
        ResultRows.add(call, y, nanos, (row, target, slot) -> {
            int i1 = (int) (row % to.d1());
            long i2 = row / to.d1() % to.d2() * from.d2() / to.d2();
            long i3 = row / to.d1() / to.d2() * from.d3() / to.d3();
            for (int i0 = 0; i0 < y.length(); i0++) {
                float sum = 0;
                for (int t1 = i1 * rows.count(); t1 < (i1 + 1) * rows.count(); t1++) {
                    long source = x.row(rows.places()[t1], i2, i3);
                    for (int t0 = i0 * columns.count(); t0 < (i0 + 1) * columns.count(); t0++) {
                        float value = readFloat(source + (long) Float.BYTES * columns.places()[t0]);
                        sum += rows.weights()[t1] * columns.weights()[t0] * value;
                    }
                }
                writeFloat(target + (long) Float.BYTES * i0, sum);
            }
        });
    }
}
