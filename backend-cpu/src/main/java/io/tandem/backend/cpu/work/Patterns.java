package io.tandem.backend.cpu.work;

import static io.tandem.backend.cpu.kernel.Memory.readFloat;
import static io.tandem.backend.cpu.kernel.Memory.writeFloat;

import io.tandem.backend.cpu.kernel.BinaryFunction;
import io.tandem.backend.cpu.kernel.ElementKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
import io.tandem.op.PatternOp.Triangle;
import java.util.List;

/** Operations whose result follows a pattern, and those that change a part of a tensor. */
final class Patterns {
    private Patterns() {}

    static void addTo(KernelTable table) {
        table.put(PatternOp.Fill.class, (op, call) -> fill(call, op.value()));
        table.put(PatternOp.Arange.class, Patterns::arange);
        table.put(PatternOp.Tri.class, (op, call) -> tri(call, op.triangle()));
        table.put(PatternOp.TimestepEmbedding.class, Patterns::timestepEmbedding);
        table.put(PatchOp.Set.class, (op, call) -> {
            Layouts.copy(call, call.input(0), call.output());
            Layouts.copy(call, call.input(1), part(op, call));
        });
        table.put(PatchOp.Acc.class, (op, call) -> {
            Layouts.copy(call, call.input(0), call.output());
            add(call, part(op, call), call.input(1));
        });
    }

    private static View part(PatchOp op, KernelCall call) {
        View b = call.input(1);
        return call.output().as(b.shape(), op.part(b.layout()).strides(), op.byteOffset());
    }

    private static void fill(KernelCall call, float value) {
        if (call.output().isEmpty()) {
            return;
        }
        View y = Collapse.of(List.of(call.output())).getFirst();
        Buffers buffers = Buffers.of(call, y.hasPlainRows());
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long target = buffers.target(y, y.row(row), from, slot);
            for (long i = 0; i < (long) Float.BYTES * count; i += Float.BYTES) {
                writeFloat(target + i, value);
            }
            buffers.write(y, y.row(row), from, count, target);
        };
        call.add(buffers.work(chunk, y, 0.2, call.threads()));
    }

    private static void arange(PatternOp.Arange op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            for (int i = from; i < from + count; i++) {
                writeFloat(y.address() + (long) Float.BYTES * i, (float) (op.start() + (double) op.step() * i));
            }
        };
        call.add(new ChunkWork(chunk, 1, y.length(), ChunkWork.PLAIN, 1, call.threads()));
    }

    private static void timestepEmbedding(PatternOp.TimestepEmbedding op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View steps = MatrixProducts.plain(call, call.input(0));
        int half = op.dimension() / 2;
        ResultRows.add(call, y, 40.0 * y.length(), (row, target, slot) -> {
            double step = readFloat(steps.address() + row * steps.strides().s0());
            for (int i = 0; i < half; i++) {
                double angle = step * Math.pow(op.maxPeriod(), -(double) i / half);
                writeFloat(target + (long) Float.BYTES * i, (float) Math.cos(angle));
                writeFloat(target + (long) Float.BYTES * (half + i), (float) Math.sin(angle));
            }
            if (op.dimension() % 2 == 1) {
                writeFloat(target + (long) Float.BYTES * (op.dimension() - 1), 0);
            }
        });
    }

    private static void tri(KernelCall call, Triangle triangle) {
        if (call.output().isEmpty()) {
            return;
        }
        View x = call.input(0);
        int count = x.length();
        boolean upper = triangle == Triangle.UPPER || triangle == Triangle.UPPER_DIAG;
        int shift = triangle == Triangle.UPPER || triangle == Triangle.LOWER_DIAG ? 1 : 0;
        RowWork.add(call, x, call.output(), 0.3, (source, target, row, slot) -> {
            int border = (int) Math.min(count, row % x.shape().d1() + shift);
            long from = (long) Float.BYTES * (upper ? border : 0);
            long to = (long) Float.BYTES * (upper ? count : border);
            Memory.copy(source + from, target + from, to - from);
            Memory.clear(target, from);
            Memory.clear(target + to, (long) Float.BYTES * count - to);
        });
    }

    private static void add(KernelCall call, View target, View other) {
        if (other.isEmpty()) {
            return;
        }
        List<View> views = Collapse.of(List.of(target, other));
        View y = views.get(0);
        View b = views.get(1);
        Buffers buffers = Buffers.of(call, y.hasPlainRows() && b.hasPlainRows());
        ElementKernels kernels = call.kernels().elements();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long left = buffers.read(y, y.row(row), from, count, slot, 0);
            long right = buffers.read(b, b.row(row), from, count, slot, 1);
            long sum = buffers.target(y, y.row(row), from, slot);
            kernels.binary(BinaryFunction.ADD, left, right, sum, count);
            buffers.write(y, y.row(row), from, count, sum);
        };
        call.add(buffers.work(chunk, y, 0.15, call.threads()));
    }
}
