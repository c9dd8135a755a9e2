package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.AttentionOp;
import io.tandem.tensor.Shape;

/** Softmax and masks. */
final class Attention {
    private Attention() {}

    static void addTo(KernelTable table) {
        table.put(AttentionOp.SoftMax.class, Attention::softMax);
        table.put(AttentionOp.DiagMaskInf.class, (op, call) -> diagMaskInf(call, op.past()));
        table.put(AttentionOp.Rope.class, Rotation::prepare);
    }

    private static void softMax(AttentionOp.SoftMax op, KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        View x = call.input(0);
        int count = x.length();
        RowWork.RowFunction logits = call.inputs() == 1 ? scaled(op, call) : masked(op, call);
        RowKernels kernels = call.kernels().rows();
        RowWork.add(call, x, call.output(), call.kernels().isVector() ? 0.7 : 15, (source, target, row, slot) -> {
            logits.run(source, target, row, slot);
            float largest = kernels.max(target, count);
            float sum = kernels.expAndSum(target, largest, target, count);
            kernels.shiftAndScale(target, 0, 1 / sum, target, count);
        });
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
    private static float[] slopes(float maxBias, int heads) {
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

    private static void diagMaskInf(KernelCall call, int past) {
        if (call.output().isEmpty()) {
            return;
        }
        View x = call.input(0);
        int count = x.length();
        RowWork.add(call, x, call.output(), 0.3, (source, target, row, slot) -> {
            int kept = (int) Math.min(count, past + row % x.shape().d1() + 1);
            Memory.copy(source, target, (long) Float.BYTES * kept);
            for (int i = kept; i < count; i++) {
                writeFloat(target + (long) Float.BYTES * i, Float.NEGATIVE_INFINITY);
            }
        });
    }
}
