package io.tandem.testkit.reference;

import io.tandem.op.AttentionOp;
import io.tandem.op.AttentionOp.FlashAttnExt;
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
        table.put(AttentionOp.FlashAttnExt.class, AttentionKernels::flash);
        table.put(
                AttentionOp.DiagMaskInf.class,
                (op, inputs, output) -> diagMask(inputs.getFirst(), output, op.past(), Double.NEGATIVE_INFINITY));
        table.put(
                AttentionOp.DiagMaskZero.class,
                (op, inputs, output) -> diagMask(inputs.getFirst(), output, op.past(), 0));
        table.put(AttentionOp.Rope.class, AttentionKernels::rope);
    }

    private static void softMax(AttentionOp.SoftMax op, List<Elements> inputs, Elements output) {
        Elements x = inputs.getFirst();
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            for (int i = 0; i < row.length; i++) {
                row[i] *= op.scale();
            }
            if (inputs.size() > (op.sinks() ? 2 : 1)) {
                double slope = slope(op.maxBias(), i2, x.shape().d2());
                addMask(row, slope, inputs.get(1), i1, i2, i3);
            }
            double sink = op.sinks() ? inputs.getLast().get(i2, 0, 0, 0) : Double.NEGATIVE_INFINITY;
            output.setRow(i1, i2, i3, softMax(row, sink));
        });
    }

    private static void addMask(double[] row, double slope, Elements mask, long i1, long i2, long i3) {
        double[] bias = mask.row(i1, i2 % mask.shape().d2(), i3 % mask.shape().d3());
        for (int i = 0; i < row.length; i++) {
            row[i] += slope * bias[i];
        }
    }

    private static double[] softMax(double[] row, double sink) {
        double largest = sink;
        for (double value : row) {
            largest = Math.max(largest, value);
        }
        double sum = sink == Double.NEGATIVE_INFINITY ? 0 : Math.exp(sink - largest);
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

    private static void flash(FlashAttnExt op, List<Elements> inputs, Elements output) {
        Elements q = inputs.get(0);
        Elements k = inputs.get(1);
        long headsOfOne = k.shape().d2() == 0 ? 1 : q.shape().d2() / k.shape().d2();
        long batchesOfOne = k.shape().d3() == 0 ? 1 : q.shape().d3() / k.shape().d3();
        Elements.forEachRow(q.shape(), (query, head, batch) -> {
            long keyHead = head / headsOfOne;
            long keyBatch = batch / batchesOfOne;
            double[] vector = q.row(query, head, batch);
            double[] scores = new double[Math.toIntExact(k.shape().d1())];
            for (int j = 0; j < scores.length; j++) {
                double score = op.scale() * MatrixKernels.dot(vector, k.row(j, keyHead, keyBatch));
                scores[j] = op.softCap() == 0 ? score : op.softCap() * Math.tanh(score / op.softCap());
            }
            if (inputs.size() > (op.sinks() ? 4 : 3)) {
                addMask(scores, slope(op.maxBias(), head, q.shape().d2()), inputs.get(3), query, head, batch);
            }
            double sink = op.sinks() ? inputs.getLast().get(head, 0, 0, 0) : Double.NEGATIVE_INFINITY;
            output.setRow(head, query, batch, weigh(scores, sink, inputs.get(2), keyHead, keyBatch));
        });
    }

    /** The sum of the values, weighted by the softmax of the scores; those of a score of −∞ do not count. */
    private static double[] weigh(double[] scores, double sink, Elements values, long head, long batch) {
        double[] result = new double[Math.toIntExact(values.shape().d0())];
        boolean[] hidden = new boolean[scores.length];
        boolean anything = sink != Double.NEGATIVE_INFINITY;
        for (int j = 0; j < scores.length; j++) {
            hidden[j] = scores[j] == Double.NEGATIVE_INFINITY;
            anything |= !hidden[j];
        }
        if (!anything) {
            return result;
        }
        double[] weights = softMax(scores, sink);
        for (int j = 0; j < weights.length; j++) {
            if (!hidden[j]) {
                double[] value = values.row(j, head, batch);
                for (int i = 0; i < result.length; i++) {
                    result[i] += weights[j] * value[i];
                }
            }
        }
        return result;
    }

    private static void diagMask(Elements x, Elements output, int past, double masked) {
        Elements.forEachRow(x.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < x.shape().d0(); i0++) {
                double value = x.get(i0, i1, i2, i3);
                output.set(i0, i1, i2, i3, i0 > past + i1 ? masked : value);
            }
        });
    }

    private static void rope(Rope op, List<Elements> inputs, Elements output) {
        Elements x = inputs.getFirst();
        Shape shape = x.shape();
        Elements.forEachRow(shape, (i1, i2, i3) -> {
            double[] row = x.row(i1, i2, i3);
            for (int pair = 0; pair < op.pairs(); pair++) {
                long position = inputs.get(1).getLong(op.position(pair) * shape.d2() + i2, 0, 0, 0);
                double factor = inputs.size() > 2 ? inputs.get(2).get(pair, 0, 0, 0) : 1;
                turn(op, row, pair, position / factor);
            }
            output.setRow(i1, i2, i3, row);
        });
    }

    private static void turn(Rope op, double[] row, int pair, double position) {
        Yarn yarn = op.yarn();
        double unscaled = position * Math.pow(op.base(), -2.0 * op.frequency(pair) / op.dimensions());
        double angle = unscaled * op.frequencyScale();
        double length = yarn.attention();
        if (yarn.extrapolation() != 0) {
            double mix = ramp(op, pair) * yarn.extrapolation();
            angle = angle * (1 - mix) + unscaled * mix;
            length *= 1 + 0.1 * Math.log(1 / op.frequencyScale());
        }
        int first = op.mode() == RopeMode.NORMAL ? 2 * pair : pair;
        int second = op.mode() == RopeMode.NORMAL ? first + 1 : pair + op.pairs();
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
