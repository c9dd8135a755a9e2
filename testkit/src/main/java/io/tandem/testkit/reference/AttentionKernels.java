package io.tandem.testkit.reference;

import io.tandem.op.AttentionOp;
import io.tandem.op.AttentionOp.Rope;
import io.tandem.op.AttentionOp.RopeMode;
import io.tandem.op.AttentionOp.Yarn;
import io.tandem.tensor.Shape;
import java.util.List;

/** The parts of attention layers. */
final class AttentionKernels {
    private AttentionKernels() {}

    static void addTo(ReferenceKernels.Builder table) {
        table.put(AttentionOp.SoftMax.class, AttentionKernels::softMax);
        table.put(AttentionOp.DiagMaskInf.class, AttentionKernels::diagMaskInf);
        table.put(AttentionOp.Rope.class, AttentionKernels::rope);
    }

    private static void softMax(AttentionOp.SoftMax op, List<Elements> inputs, Elements output) {
        Elements x = inputs.getFirst();
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            for (int i = 0; i < row.length; i++) {
                row[i] *= op.scale();
            }
            if (inputs.size() > 1) {
                Elements mask = inputs.get(1);
                double slope = slope(op.maxBias(), i2, x.shape().d2());
                double[] bias =
                        mask.row(i1, i2 % mask.shape().d2(), i3 % mask.shape().d3());
                for (int i = 0; i < row.length; i++) {
                    row[i] += slope * bias[i];
                }
            }
            output.setRow(i1, i2, i3, softMax(row));
        });
    }

    private static double[] softMax(double[] row) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : row) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (int i = 0; i < row.length; i++) {
            row[i] = Math.exp(row[i] - largest);
            sum += row[i];
        }
        for (int i = 0; i < row.length; i++) {
            row[i] /= sum;
        }
        return row;
    }

    private static double slope(double maxBias, long head, long heads) {
        if (maxBias == 0) {
            return 1;
        }
        long powerOfTwo = Long.highestOneBit(heads);
        return head < powerOfTwo
                ? Math.pow(2, -maxBias / powerOfTwo * (head + 1))
                : Math.pow(2, -maxBias / 2 / powerOfTwo * (2 * (head - powerOfTwo) + 1));
    }

    private static void diagMaskInf(AttentionOp.DiagMaskInf op, List<Elements> inputs, Elements output) {
        Elements x = inputs.getFirst();
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < x.shape().d0(); i0++) {
                double value = x.get(i0, i1, i2, i3);
                output.set(i0, i1, i2, i3, i0 > op.past() + i1 ? Double.NEGATIVE_INFINITY : value);
            }
        });
    }

    private static void rope(Rope op, List<Elements> inputs, Elements output) {
        Elements x = inputs.getFirst();
        Shape shape = x.shape();
        Elements.forEachRow(shape, (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            long position = inputs.get(1).getLong(i2, 0, 0, 0);
            for (int pair = 0; pair < op.dimensions() / 2; pair++) {
                double factor = inputs.size() > 2 ? inputs.get(2).get(pair, 0, 0, 0) : 1;
                turn(op, row, pair, position / factor);
            }
            output.setRow(i1, i2, i3, row);
        });
    }

    private static void turn(Rope op, double[] row, int pair, double position) {
        Yarn yarn = op.yarn();
        double unscaled = position * Math.pow(op.base(), -2.0 * pair / op.dimensions());
        double angle = unscaled * op.frequencyScale();
        double length = yarn.attention();
        if (yarn.extrapolation() != 0) {
            double mix = ramp(op, pair) * yarn.extrapolation();
            angle = angle * (1 - mix) + unscaled * mix;
            length *= 1 + 0.1 * Math.log(1 / op.frequencyScale());
        }
        int first = op.mode() == RopeMode.NORMAL ? 2 * pair : pair;
        int second = op.mode() == RopeMode.NORMAL ? first + 1 : pair + op.dimensions() / 2;
        double cos = Math.cos(angle) * length;
        double sin = Math.sin(angle) * length;
        double x = row[first];
        double y = row[second];
        row[first] = x * cos - y * sin;
        row[second] = x * sin + y * cos;
    }

    private static double ramp(Rope op, int pair) {
        double low = Math.max(0, Math.floor(correction(op, op.yarn().betaFast())));
        double high =
                Math.min(op.dimensions() - 1, Math.ceil(correction(op, op.yarn().betaSlow())));
        return 1 - Math.clamp((pair - low) / Math.max(0.001, high - low), 0.0, 1.0);
    }

    private static double correction(Rope op, double beta) {
        return op.dimensions()
                * Math.log(op.yarn().originalContext() / (beta * 2 * Math.PI))
                / (2 * Math.log(op.base()));
    }
}
