package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.BinaryFunction;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.RowOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;

/** Operations that pick rows by index data. Every index is checked before its row is touched. */
final class Rows {
    private Rows() {}

    static void addTo(KernelTable table) {
        table.put(RowOp.GetRows.class, (op, call) -> getRows(op, call));
        table.put(RowOp.SetRows.class, (op, call) -> setRows(op, call));
        table.put(RowOp.AddId.class, (op, call) -> addId(op, call));
    }

    private static void getRows(RowOp.GetRows op, KernelCall call) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View rows = call.input(0);
        View indices = call.input(1);
        Staging staging = new Staging(call.kernels().conversions());
        Shape shape = y.shape();
        boolean same = rows.type() == y.type();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long i2 = row / shape.d1() % shape.d2();
            long i3 = row / shape.d1() / shape.d2();
            long index = index(
                    op.name(), indices, row % shape.d1(), i2, i3, rows.shape().d1());
            long source = rows.row(index, i2, i3);
            long target = y.row(row) + (long) Float.BYTES * from;
            if (same && rows.layout().hasContiguousRows()) {
                Memory.copy(source + (long) Float.BYTES * from, target, (long) Float.BYTES * count);
            } else if (rows.type() == DType.I32) {
                Integers.convert(rows, source, y, y.row(row), from, count);
            } else {
                staging.decode(rows, source, from, count, target);
            }
        };
        call.add(new ChunkWork(chunk, y.rows(), y.length(), ChunkWork.PLAIN, 0.4, call.threads()));
    }

    /**
     * One piece for each matrix of the state, its rows in order: with equal indices the last row stays, whatever the number
     * of threads.
     */
    private static void setRows(RowOp.SetRows op, KernelCall call) {
        View target = call.input(0);
        View rows = call.input(1);
        View indices = call.input(2);
        if (rows.isEmpty()) {
            return;
        }
        Shape shape = rows.shape();
        Buffers buffers = Buffers.of(call, false);
        ChunkWork.Chunk chunk = (matrix, from, count, slot) -> {
            long i2 = matrix % shape.d2();
            long i3 = matrix / shape.d2();
            for (long j = 0; j < shape.d1(); j++) {
                long index = index(
                        op.name(),
                        indices,
                        j,
                        i2 % indices.shape().d1(),
                        i3 % indices.shape().d2(),
                        target.shape().d1());
                long values = buffers.read(rows, rows.row(j, i2, i3), from, count, slot, 0);
                buffers.write(target, target.row(index, i2, i3), from, count, values);
            }
        };
        double nanos = target.type().isQuantized() ? 5 : 1;
        call.add(new ChunkWork(
                chunk, shape.d2() * shape.d3(), rows.length(), ChunkWork.STAGED, shape.d1() * nanos, call.threads()));
    }

    private static void addId(RowOp.AddId op, KernelCall call) {
        View a = call.input(0);
        View rows = call.input(1);
        View indices = call.input(2);
        if (a.isEmpty()) {
            return;
        }
        Staging staging = new Staging(call.kernels().conversions());
        SlotMemory memory = call.scratchForEachThread(rows.hasPlainRows() ? 0 : (long) Float.BYTES * rows.length());
        int count = a.length();
        RowWork.add(call, a, call.output(), 0.3, (source, target, row, slot) -> {
            long i1 = row % a.shape().d1();
            long i2 = row / a.shape().d1();
            long index = index(op.name(), indices, i1, i2, 0, rows.shape().d1());
            long other = staging.read(rows, rows.row(index, 0, 0), 0, count, memory.of(slot));
            call.kernels().elements().binary(BinaryFunction.ADD, source, other, target, count);
        });
    }

    static long index(String operation, View indices, long i0, long i1, long i2, long rows) {
        long address = indices.row(i1, i2, 0) + i0 * indices.strides().s0();
        long index = Integers.read(indices.type(), address);
        if (index < 0 || index >= rows) {
            throw new InvalidIndexException(operation, index, rows);
        }
        return index;
    }
}
