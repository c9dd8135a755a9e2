package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.AttentionOp;
import io.tandem.tensor.Shape;
import org.jspecify.annotations.Nullable;

/** Softmax and masks. */
final class Attention {
    private Attention() {}

    static void addTo(KernelTable table) {
        table.put(AttentionOp.SoftMax.class, Attention::softMax);
        table.put(AttentionOp.FlashAttnExt.class, FlashAttention::prepare);
        table.put(AttentionOp.DiagMaskInf.class, (op, call) -> diagMask(call, op.past(), Float.NEGATIVE_INFINITY));
        table.put(AttentionOp.DiagMaskZero.class, (op, call) -> diagMask(call, op.past(), 0));
        table.put(AttentionOp.Rope.class, Rotation::prepare);
    }

    private static void softMax(AttentionOp.SoftMax op, KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        View x = call.input(0);
        int count = x.length();
        boolean masked = call.inputs() > (op.sinks() ? 2 : 1);
        RowWork.RowFunction logits = masked ? masked(op, call) : scaled(op, call);
        View sinks = op.sinks() ? call.input(call.inputs() - 1) : null;
        Shape shape = x.shape();
        RowKernels kernels = call.kernels().rows();
        RowWork.add(call, x, call.output(), call.kernels().isVector() ? 0.7 : 2, (source, target, row, slot) -> {
            logits.run(source, target, row, slot);
            float sink = sink(sinks, row / shape.d1() % shape.d2());
            float largest = Math.max(sink, kernels.max(target, count));
            float sum = kernels.expAndSum(target, largest, target, count) + share(sink, largest);
            kernels.shiftAndScale(target, 0, 1 / sum, target, count);
        });
    }

    /** The score that a head gives to nothing; −∞ where there are no sinks. */
    static float sink(@Nullable View sinks, long head) {
        return sinks == null
                ? Float.NEGATIVE_INFINITY
                : readFloat(sinks.address() + head * sinks.strides().s0());
    }

    /** What a sink adds to the sum of a row. */
    static float share(float sink, float largest) {
        return sink == Float.NEGATIVE_INFINITY ? 0 : (float) Math.exp((double) sink - largest);
    }

    private static RowWork.RowFunction scaled(AttentionOp.SoftMax op, KernelCall call) {
        int count = call.input(0).length();
        return (source, target, row, slot) ->
                call.kernels().elements().unary(UnaryFunction.SCALE, op.scale(), 0, source, target, count);
    }

    private static RowWork.RowFunction masked(AttentionOp.SoftMax op, KernelCall call) {
        View mask = call.input(1);
        Shape shape = call.input(0).shape();
        int count = mask.length();
        Staging staging = new Staging(call.kernels().conversions());
        SlotMemory memory = call.scratchForEachThread(mask.hasPlainRows() ? 0 : (long) Float.BYTES * count);
        float[] slopes = slopes(op.maxBias(), Math.toIntExact(shape.d2()));
        RowKernels kernels = call.kernels().rows();
        return (source, target, row, slot) -> {
            long i1 = row % shape.d1();
            long i2 = row / shape.d1() % shape.d2();
            long i3 = row / shape.d1() / shape.d2();
            long maskRow =
                    mask.row(i1, i2 % mask.shape().d2(), i3 % mask.shape().d3());
            long bias = staging.read(mask, maskRow, 0, count, memory.of(slot));
            kernels.mix(source, op.scale(), bias, slopes[(int) i2], target, count);
        };
    }

    /** The slope of each head, as Press et al. 2021 set them. */
    static float[] slopes(float maxBias, int heads) {
        float[] slopes = new float[heads];
        int powerOfTwo = Integer.highestOneBit(heads);
        for (int head = 0; head < heads; head++) {
            double exponent = head < powerOfTwo
                    ? -maxBias / powerOfTwo * (head + 1)
                    : -maxBias / 2 / powerOfTwo * (2 * (head - powerOfTwo) + 1);
            slopes[head] = maxBias == 0 ? 1 : (float) Math.pow(2, exponent);
        }
        return slopes;
    }

    private static void diagMask(KernelCall call, int past, float masked) {
        if (call.output().isEmpty()) {
            return;
        }
        View x = call.input(0);
        int count = x.length();
        RowWork.add(call, x, call.output(), 0.3, (source, target, row, slot) -> {
            int kept = (int) Math.min(count, past + row % x.shape().d1() + 1);
            Memory.copy(source, target, (long) Float.BYTES * kept);
            for (int i = kept; i < count; i++) {
                writeFloat(target + (long) Float.BYTES * i, masked);
            }
        });
    }
}
