package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.LayoutOp;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;

/** Operations that put elements at another place of a larger or an equal tensor without gaps. */
final class Padding {
    private static final double NANOS_PER_BYTE = 0.1;

    private Padding() {}

    static void pad(LayoutOp.Pad op, KernelCall call) {
        View y = call.output();
        clear(call, y);
        Strides strides = y.strides();
        long offset = 0;
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            offset += op.before().dim(i) * strides.stride(i);
        }
        Layouts.copy(call, call.input(0), y.as(call.input(0).shape(), strides, offset));
    }

    /** Sets every element of a tensor without gaps to zero. */
    private static void clear(KernelCall call, View y) {
        if (y.isEmpty()) {
            return;
        }
        long size = y.type().blockBytes();
        ChunkWork.Chunk zero = (row, from, count, slot) -> Memory.clear(y.row(row) + size * from, size * count);
        call.add(new ChunkWork(zero, y.rows(), y.length(), ChunkWork.PLAIN, size * NANOS_PER_BYTE, call.threads()));
    }

    static void diag(KernelCall call) {
        View x = call.input(0);
        View y = call.output();
        clear(call, y);
        // The diagonal is a view: each row one element further.
        Strides strides = y.strides();
        Strides diagonal = new Strides(strides.s0() + strides.s1(), 0, strides.s2(), strides.s3());
        Layouts.copy(call, x, y.as(x.shape(), diagonal, 0));
    }

    static void reflect(LayoutOp.PadReflect1d op, KernelCall call) {
        View x = call.input(0);
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        int last = x.length() - 1;
        int size = y.type().blockBytes();
        long stride = x.strides().s0();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long source = x.row(row);
            long target = y.row(row) + (long) size * from;
            for (int i = 0; i < count; i++) {
                int place = last - Math.abs(last - Math.abs(from + i - op.before()));
                StridedCopy.element(source + place * stride, target + (long) size * i, size);
            }
        };
        call.add(new ChunkWork(chunk, y.rows(), y.length(), ChunkWork.PLAIN, 2, call.threads()));
    }

    static void roll(LayoutOp.Roll op, KernelCall call) {
        View x = call.input(0);
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        Shape shape = x.shape();
        int length = x.length();
        int shift = Math.floorMod(op.shift0(), length);
        int size = y.type().blockBytes();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long source = x.row(
                    Math.floorMod(row % shape.d1() - op.shift1(), shape.d1()),
                    Math.floorMod(row / shape.d1() % shape.d2() - op.shift2(), shape.d2()),
                    Math.floorMod(row / shape.d1() / shape.d2() - op.shift3(), shape.d3()));
            long target = y.row(row);
            move(x, source, length - shift, target, shift, size);
            move(x, source, 0, target + (long) size * shift, length - shift, size);
        };
        call.add(new ChunkWork(chunk, y.rows(), 1, 1, length * (double) size * NANOS_PER_BYTE, call.threads()));
    }

    /** Copies {@code count} elements of a row from {@code from} on. */
    private static void move(View x, long row, int from, long target, int count, int size) {
        long stride = x.strides().s0();
        if (x.layout().hasContiguousRows()) {
            Memory.copy(row + (long) size * from, target, (long) size * count);
            return;
        }
        for (int i = 0; i < count; i++) {
            StridedCopy.element(row + (from + i) * stride, target + (long) size * i, size);
        }
    }
}
