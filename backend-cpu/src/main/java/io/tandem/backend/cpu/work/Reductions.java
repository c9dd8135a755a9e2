package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.RowKernels;
import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import java.util.List;

/** Reductions of rows and of the whole tensor. */
final class Reductions {
    private Reductions() {}

    static void addTo(KernelTable table) {
        table.put(ReductionOp.Sum.class, (op, call) -> sum(call));
        table.put(ReductionOp.SumRows.class, (op, call) -> reduce(call, RowKernels::sum));
        table.put(
                ReductionOp.Mean.class,
                (op, call) -> reduce(call, (kernels, row, count) -> kernels.sum(row, count) / count));
        table.put(ReductionOp.MaxRows.class, (op, call) -> reduce(call, RowKernels::max));
        table.put(ReductionOp.Argmax.class, (op, call) -> argmax(call));
        table.put(ReductionOp.Cumsum.class, (op, call) -> cumsum(call));
        table.put(ReductionOp.Argsort.class, (op, call) -> Sorting.add(call, op.order() == SortOrder.DESCENDING));
        table.put(ReductionOp.TopK.class, (op, call) -> Sorting.add(call, true));
        table.put(ReductionOp.CountEqual.class, (op, call) -> countEqual(call));
    }

    /** What a row reduces to. */
    @FunctionalInterface
    private interface Reduction {
        float of(RowKernels kernels, long row, int count);
    }

    private static void reduce(KernelCall call, Reduction reduction) {
        if (call.output().isEmpty()) {
            return;
        }
        RowKernels kernels = call.kernels().rows();
        int count = call.input(0).length();
        RowWork.add(
                call,
                call.input(0),
                call.output(),
                0.1,
                (source, target, row, slot) -> writeFloat(target, reduction.of(kernels, source, count)));
    }

    private static void argmax(KernelCall call) {
        View x = call.input(0);
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        RowKernels kernels = call.kernels().rows();
        Staging staging = new Staging(call.kernels().conversions());
        int count = x.length();
        SlotMemory memory = call.scratchForEachThread((long) Float.BYTES * count);
        ChunkWork.Chunk chunk = (row, from, length, slot) -> {
            long source = staging.read(x, x.row(row), 0, count, memory.of(slot));
            int index = indexOf(kernels.max(source, count), source, count);
            Integers.write(y.type(), y.address() + row * y.strides().s0(), index);
        };
        call.add(new ChunkWork(chunk, x.rows(), 1, 1, count, call.threads()));
    }

    private static int indexOf(float value, long source, int count) {
        for (int i = 0; i < count; i++) {
            if (readFloat(source + (long) Float.BYTES * i) == value) {
                return i;
            }
        }
        return 0;
    }

    /** Sums of fixed parts, then the sum of these in order, so that the result does not depend on the threads. */
    private static void sum(KernelCall call) {
        View y = call.output();
        if (call.input(0).isEmpty()) {
            store(call, y, 0, 0);
            return;
        }
        View x = Collapse.of(List.of(call.input(0))).getFirst();
        RowKernels kernels = call.kernels().rows();
        Buffers buffers = Buffers.of(call, x.hasPlainRows());
        int chunkLength = x.hasPlainRows() ? ChunkWork.PLAIN : ChunkWork.STAGED;
        long chunksPerRow = Math.ceilDiv(x.length(), chunkLength);
        long parts = x.rows() * chunksPerRow;
        long sums = call.scratch(Math.multiplyExact(parts, Float.BYTES));
        call.add(buffers.work(
                (row, from, count, slot) -> {
                    long source = buffers.read(x, x.row(row), from, count, slot, 0);
                    long part = row * chunksPerRow + from / chunkLength;
                    writeFloat(sums + Float.BYTES * part, kernels.sum(source, count));
                },
                x,
                0.1,
                call.threads()));
        store(call, y, sums, parts);
    }

    private static void store(KernelCall call, View y, long sums, long parts) {
        Staging staging = new Staging(call.kernels().conversions());
        long pad = call.scratch(Float.BYTES);
        call.add(new Single(() -> {
            double sum = 0;
            for (long i = 0; i < parts; i++) {
                sum += readFloat(sums + Float.BYTES * i);
            }
            writeFloat(pad, (float) sum);
            staging.write(y, y.address(), 0, 1, pad);
        }));
    }

    private static void cumsum(KernelCall call) {
        if (call.output().isEmpty()) {
            return;
        }
        int count = call.input(0).length();
        RowWork.add(call, call.input(0), call.output(), 1, (source, target, row, slot) -> {
            double sum = 0;
            for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
                sum += readFloat(source + i);
                writeFloat(target + i, (float) sum);
            }
        });
    }

    private static void countEqual(KernelCall call) {
        View y = call.output();
        if (call.input(0).isEmpty()) {
            call.add(new Single(() -> Integers.write(y.type(), y.address(), 0)));
            return;
        }
        List<View> views = Collapse.of(List.of(call.input(0), call.input(1)));
        View a = views.get(0);
        View b = views.get(1);
        long chunksPerRow = Math.ceilDiv(a.length(), ChunkWork.PLAIN);
        long parts = a.rows() * chunksPerRow;
        long counts = call.scratch(Math.multiplyExact(parts, Integer.BYTES));
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            int equal = 0;
            for (long i = from; i < from + count; i++) {
                int left = ALL.get(Memory.INT, a.row(row) + i * a.strides().s0());
                int right = ALL.get(Memory.INT, b.row(row) + i * b.strides().s0());
                equal += left == right ? 1 : 0;
            }
            long part = row * chunksPerRow + from / ChunkWork.PLAIN;
            ALL.set(Memory.INT, counts + Integer.BYTES * part, equal);
        };
        call.add(new ChunkWork(chunk, a.rows(), a.length(), ChunkWork.PLAIN, 1, call.threads()));
        call.add(new Single(() -> {
            long sum = 0;
            for (long i = 0; i < parts; i++) {
                sum += ALL.get(Memory.INT, counts + Integer.BYTES * i);
            }
            Integers.write(y.type(), y.address(), sum);
        }));
    }
}
