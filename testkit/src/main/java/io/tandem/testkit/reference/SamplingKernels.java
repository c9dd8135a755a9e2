package io.tandem.testkit.reference;

import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.Shape;

/** Coarser and finer signals and images. */
final class SamplingKernels {
    private SamplingKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(
                SamplingOp.Pool1d.class,
                (op, inputs, output) -> pool(
                        new SamplingOp.Pool2d(op.pooling(), op.kernel(), 1, op.stride(), 1, op.padding(), 0),
                        inputs.getFirst(),
                        output));
        table.put(SamplingOp.Pool2d.class, (op, inputs, output) -> pool(op, inputs.getFirst(), output));
        table.put(SamplingOp.Upscale.class, (op, inputs, output) -> upscale(op, inputs.getFirst(), output));
    }

    private static void pool(SamplingOp.Pool2d op, Elements x, Elements output) {
        boolean max = op.pooling() == Pooling.MAX;
        Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                double result = max ? Double.NEGATIVE_INFINITY : 0;
                for (int k1 = 0; k1 < op.kernel1(); k1++) {
                    for (int k0 = 0; k0 < op.kernel0(); k0++) {
                        long x0 = i0 * op.stride0() + k0 - op.padding0();
                        long x1 = i1 * op.stride1() + k1 - op.padding1();
                        if (x0 >= 0
                                && x0 < x.shape().d0()
                                && x1 >= 0
                                && x1 < x.shape().d1()) {
                            double value = x.get(x0, x1, i2, i3);
                            result = max ? Math.max(result, value) : result + value;
                        }
                    }
                }
                output.set(i0, i1, i2, i3, max ? result : result / op.kernel0() / op.kernel1());
            }
        });
    }

    private static void upscale(SamplingOp.Upscale op, Elements x, Elements output) {
        Shape from = x.shape();
        Shape to = output.shape();
        Elements.forEachRow(to, (i1, i2, i3) -> {
            long x2 = i2 * from.d2() / to.d2();
            long x3 = i3 * from.d3() / to.d3();
            for (long i0 = 0; i0 < to.d0(); i0++) {
                double column = place(op, i0, from.d0(), to.d0());
                double row = place(op, i1, from.d1(), to.d1());
                double sum = 0;
                for (int t1 = -1; t1 < 3; t1++) {
                    for (int t0 = -1; t0 < 3; t0++) {
                        double weight = weight(op.interpolation(), column, t0) * weight(op.interpolation(), row, t1);
                        long x0 = Math.clamp((long) Math.floor(column) + t0, 0, from.d0() - 1);
                        long x1 = Math.clamp((long) Math.floor(row) + t1, 0, from.d1() - 1);
                        sum += weight == 0 ? 0 : weight * x.get(x0, x1, x2, x3);
                    }
                }
                output.set(i0, i1, i2, i3, sum);
            }
        });
    }

    /** Where element {@code i} of {@code to} lies among {@code from} elements. */
    private static double place(SamplingOp.Upscale op, long i, long from, long to) {
        boolean aligned = op.alignCorners() && from > 1 && to > 1;
        double multiple = (double) i * (aligned ? from - 1 : from);
        long divisor = aligned ? to - 1 : to;
        return op.interpolation() == Interpolation.NEAREST || op.alignCorners()
                ? multiple / divisor
                : (multiple + 0.5 * from) / divisor - 0.5;
    }

    /** The weight of the element {@code tap} places from the one at or before {@code place}. */
    private static double weight(Interpolation interpolation, double place, int tap) {
        double distance = Math.abs(place - Math.floor(place) - tap);
        return switch (interpolation) {
            case NEAREST -> tap == 0 ? 1 : 0;
            case BILINEAR -> Math.max(0, 1 - distance);
            case BICUBIC ->
                distance <= 1
                        ? (1.25 * distance - 2.25) * distance * distance + 1
                        : distance < 2 ? ((-0.75 * distance + 3.75) * distance - 6) * distance + 3 : 0;
        };
    }
}
