package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.op.LayoutOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.List;

/** Operations that move elements. */
final class Layouts {
    /** Copying a byte, about the speed of one core's share of memory. */
    private static final double NANOS_PER_BYTE = 0.1;

    private Layouts() {}

    static void addTo(KernelTable table) {
        table.put(LayoutOp.Cont.class, (op, call) -> copy(call, call.input(0), call.output()));
        table.put(LayoutOp.Cpy.class, (op, call) -> copy(call, call.input(0), call.output()));
        table.put(LayoutOp.CopyInto.class, (op, call) -> copy(call, call.input(1), call.input(0)));
        table.put(LayoutOp.Concat.class, (op, call) -> concat(call, op.dimension()));
        table.put(LayoutOp.Repeat.class, (op, call) -> repeat(call));
        table.put(LayoutOp.Pad.class, Padding::pad);
        table.put(LayoutOp.PadReflect1d.class, Padding::reflect);
        table.put(LayoutOp.Roll.class, Padding::roll);
        table.put(LayoutOp.Diag.class, (op, call) -> Padding.diag(call));
        table.put(LayoutOp.Where.class, (op, call) -> Choice.add(call));
    }

    private static void concat(KernelCall call, int dimension) {
        View a = call.input(0);
        View b = call.input(1);
        View y = call.output();
        long place = a.shape().dim(dimension);
        long unit = dimension == 0 ? place / y.type().blockLength() : place;
        copy(call, a, y.as(a.shape(), y.strides(), 0));
        copy(call, b, y.as(b.shape(), y.strides(), unit * y.strides().stride(dimension)));
    }

    /** Copies a tensor into another of the same shape, of any types and strides. */
    static void copy(KernelCall call, View source, View target) {
        if (source.isEmpty()) {
            return;
        }
        if (source.type() != target.type()) {
            convert(call, source, target);
            return;
        }
        List<View> views = Collapse.of(List.of(inBlocks(source), inBlocks(target)));
        move(call, views.get(0), views.get(1));
    }

    /** The same with dimension 0 counted in blocks. */
    private static View inBlocks(View view) {
        Shape shape = view.shape();
        return view.as(shape.with(0, shape.d0() / view.type().blockLength()), view.strides(), 0);
    }

    private static void move(KernelCall call, View source, View target) {
        int size = source.type().blockBytes();
        boolean rows = source.length() == 1
                || (source.strides().s0() == size && target.strides().s0() == size);
        if (rows && (source.length() > 1 || source.rows() == 1)) {
            ChunkWork.Chunk chunk = (row, from, count, slot) -> Memory.copy(
                    source.row(row) + (long) size * from, target.row(row) + (long) size * from, (long) size * count);
            call.add(new ChunkWork(
                    chunk, target.rows(), target.length(), ChunkWork.PLAIN, size * NANOS_PER_BYTE, call.threads()));
        } else {
            call.add(new StridedCopy(source, target, size, call.threads()));
        }
    }

    private static void convert(KernelCall call, View source, View target) {
        boolean whole = source.type().isInteger() && (target.type().isInteger() || target.type() == DType.BOOL);
        if (whole) {
            ChunkWork.Chunk chunk = (row, from, count, slot) ->
                    Integers.convert(source, source.row(row), target, target.row(row), from, count);
            call.add(new ChunkWork(chunk, target.rows(), target.length(), ChunkWork.PLAIN, 2, call.threads()));
            return;
        }
        Buffers buffers = Buffers.of(call, false);
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long values = buffers.read(source, source.row(row), from, count, slot, 0);
            buffers.write(target, target.row(row), from, count, values);
        };
        double nanos = target.type().isQuantized() ? 5 : 1;
        call.add(buffers.work(chunk, target, nanos, call.threads()));
    }

    private static void repeat(KernelCall call) {
        View source = call.input(0);
        View target = call.output();
        if (target.isEmpty()) {
            return;
        }
        int size = source.type().blockBytes();
        View stretched = Repetition.stretched(source, target.shape());
        if (stretched != null) {
            List<View> views = Collapse.of(List.of(stretched, target));
            move(call, views.get(0), views.get(1));
            return;
        }
        long stride = source.strides().s0();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long other = source.repeatedRow(target.shape(), row);
            long to = target.row(row) + (long) size * from;
            for (int i = 0; i < count; i++) {
                StridedCopy.element(other + (from + i) % source.length() * stride, to + (long) size * i, size);
            }
        };
        call.add(new ChunkWork(chunk, target.rows(), target.length(), ChunkWork.PLAIN, 2, call.threads()));
    }
}
