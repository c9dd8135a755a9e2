package io.tandem.backend.cpu.work;

import io.tandem.backend.cpu.kernel.BinaryFunction;
import io.tandem.backend.cpu.kernel.ElementKernels;
import io.tandem.backend.cpu.kernel.Memory;
import io.tandem.backend.cpu.kernel.UnaryFunction;
import io.tandem.op.BinaryOp;
import io.tandem.op.GluOp;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.Shape;
import java.util.List;

/** Element-wise operations: each chunk is brought to f32, computed and stored in the result's type. */
final class ElementWise {
    private ElementWise() {}

    static void addTo(KernelTable table) {
        unary(table, UnaryOp.Abs.class, UnaryFunction.ABS);
        unary(table, UnaryOp.Sgn.class, UnaryFunction.SGN);
        unary(table, UnaryOp.Neg.class, UnaryFunction.NEG);
        unary(table, UnaryOp.Step.class, UnaryFunction.STEP);
        unary(table, UnaryOp.Exp.class, UnaryFunction.EXP);
        unary(table, UnaryOp.Expm1.class, UnaryFunction.EXPM1);
        unary(table, UnaryOp.Log.class, UnaryFunction.LOG);
        unary(table, UnaryOp.Sqr.class, UnaryFunction.SQR);
        unary(table, UnaryOp.Sqrt.class, UnaryFunction.SQRT);
        unary(table, UnaryOp.Sin.class, UnaryFunction.SIN);
        unary(table, UnaryOp.Cos.class, UnaryFunction.COS);
        unary(table, UnaryOp.Erf.class, UnaryFunction.ERF);
        unary(table, UnaryOp.Reciprocal.class, UnaryFunction.RECIPROCAL);
        unary(table, UnaryOp.Floor.class, UnaryFunction.FLOOR);
        unary(table, UnaryOp.Ceil.class, UnaryFunction.CEIL);
        unary(table, UnaryOp.Round.class, UnaryFunction.ROUND);
        unary(table, UnaryOp.Trunc.class, UnaryFunction.TRUNC);
        unary(table, UnaryOp.Tanh.class, UnaryFunction.TANH);
        unary(table, UnaryOp.Elu.class, UnaryFunction.ELU);
        unary(table, UnaryOp.Relu.class, UnaryFunction.RELU);
        unary(table, UnaryOp.Sigmoid.class, UnaryFunction.SIGMOID);
        unary(table, UnaryOp.Gelu.class, UnaryFunction.GELU);
        unary(table, UnaryOp.GeluQuick.class, UnaryFunction.GELU_QUICK);
        unary(table, UnaryOp.GeluErf.class, UnaryFunction.GELU_ERF);
        unary(table, UnaryOp.Silu.class, UnaryFunction.SILU);
        unary(table, UnaryOp.Hardswish.class, UnaryFunction.HARDSWISH);
        unary(table, UnaryOp.Hardsigmoid.class, UnaryFunction.HARDSIGMOID);
        unary(table, UnaryOp.Softplus.class, UnaryFunction.SOFTPLUS);
        table.put(UnaryOp.LeakyRelu.class, (op, call) -> unary(call, UnaryFunction.LEAKY_RELU, op.slope(), 0));
        table.put(UnaryOp.Scale.class, (op, call) -> unary(call, UnaryFunction.SCALE, op.factor(), op.bias()));
        table.put(UnaryOp.Clamp.class, (op, call) -> unary(call, UnaryFunction.CLAMP, op.lower(), op.upper()));
        binary(table, BinaryOp.Add.class, BinaryFunction.ADD);
        binary(table, BinaryOp.Sub.class, BinaryFunction.SUB);
        binary(table, BinaryOp.Mul.class, BinaryFunction.MUL);
        binary(table, BinaryOp.Div.class, BinaryFunction.DIV);
        binary(table, BinaryOp.Pow.class, BinaryFunction.POW);
        binary(table, BinaryOp.Min.class, BinaryFunction.MIN);
        binary(table, BinaryOp.Max.class, BinaryFunction.MAX);
        binary(table, BinaryOp.Equal.class, BinaryFunction.EQUAL);
        binary(table, BinaryOp.NotEqual.class, BinaryFunction.NOT_EQUAL);
        binary(table, BinaryOp.Less.class, BinaryFunction.LESS);
        binary(table, BinaryOp.LessEqual.class, BinaryFunction.LESS_EQUAL);
        binary(table, BinaryOp.Greater.class, BinaryFunction.GREATER);
        binary(table, BinaryOp.GreaterEqual.class, BinaryFunction.GREATER_EQUAL);
        glu(table, GluOp.Reglu.class, UnaryFunction.RELU);
        glu(table, GluOp.Geglu.class, UnaryFunction.GELU);
        glu(table, GluOp.GegluErf.class, UnaryFunction.GELU_ERF);
        glu(table, GluOp.GegluQuick.class, UnaryFunction.GELU_QUICK);
        glu(table, GluOp.Swiglu.class, UnaryFunction.SILU);
        table.put(GluOp.SwigluOai.class, ElementWise::swigluOai);
    }

    private static <O extends UnaryOp> void unary(KernelTable table, Class<O> type, UnaryFunction function) {
        table.put(type, (op, call) -> unary(call, function, 0, 0));
    }

    private static <O extends BinaryOp> void binary(KernelTable table, Class<O> type, BinaryFunction function) {
        table.put(type, (op, call) -> binary(call, function));
    }

    private static <O extends GluOp> void glu(KernelTable table, Class<O> type, UnaryFunction function) {
        table.put(type, (op, call) -> {
            ElementKernels kernels = call.kernels().elements();
            Gate gate = (a, g, target, count, slot) -> {
                kernels.unary(function, 0, 0, a, target, count);
                kernels.binary(BinaryFunction.MUL, target, g, target, count);
            };
            glu(call, gate, op.swapped(), 0.3 + cost(call, function));
        });
    }

    private static void unary(KernelCall call, UnaryFunction function, float p, float q) {
        if (call.output().isEmpty()) {
            return;
        }
        List<View> views = Collapse.of(List.of(call.input(0), call.output()));
        View x = views.get(0);
        View y = views.get(1);
        boolean plain = x.hasPlainRows() && y.hasPlainRows();
        Buffers buffers = Buffers.of(call, plain);
        ElementKernels kernels = call.kernels().elements();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long source = buffers.read(x, x.row(row), from, count, slot, 0);
            long target = buffers.target(y, y.row(row), from, slot);
            kernels.unary(function, p, q, source, target, count);
            buffers.write(y, y.row(row), from, count, target);
        };
        call.add(buffers.work(chunk, y, cost(call, function), call.threads()));
    }

    private static double cost(KernelCall call, UnaryFunction function) {
        boolean simple = switch (function) {
            case ABS, SGN, NEG, STEP, SQR, SQRT, RECIPROCAL, FLOOR, CEIL, ROUND, TRUNC -> true;
            case RELU, LEAKY_RELU, HARDSWISH, HARDSIGMOID, SCALE, CLAMP -> true;
            case EXP, EXPM1, LOG, SIN, COS, ERF, TANH, ELU, SIGMOID, GELU, GELU_QUICK, GELU_ERF, SILU, SOFTPLUS ->
                false;
        };
        return simple ? 0.15 : call.kernels().isVector() ? 1.5 : 4;
    }

    private static void binary(KernelCall call, BinaryFunction function) {
        View y = call.output();
        if (y.isEmpty()) {
            return;
        }
        View left = call.input(0);
        View right = Repetition.stretched(call.input(1), y.shape());
        if (right == null) {
            call.add(repeated(call, function));
            return;
        }
        List<View> views = Collapse.of(List.of(left, right, y));
        call.add(paired(call, function, views.get(0), views.get(1), views.get(2)));
    }

    /** Rows that meet rows of the same length or single elements. */
    private static Work paired(KernelCall call, BinaryFunction function, View left, View right, View y) {
        boolean single = right.strides().s0() == 0 && right.length() > 1;
        Buffers buffers = Buffers.of(call, left.hasPlainRows() && (single || right.hasPlainRows()) && y.hasPlainRows());
        SlotMemory element = single ? call.scratchForEachThread(Float.BYTES) : new SlotMemory(0, 0);
        ElementKernels kernels = call.kernels().elements();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long a = buffers.read(left, left.row(row), from, count, slot, 0);
            long target = buffers.target(y, y.row(row), from, slot);
            if (single) {
                buffers.staging().decode(right, right.row(row), 0, 1, element.of(slot));
                kernels.binaryScalar(function, a, Memory.readFloat(element.of(slot)), target, count);
            } else {
                long b = buffers.read(right, right.row(row), from, count, slot, 1);
                kernels.binary(function, a, b, target, count);
            }
            buffers.write(y, y.row(row), from, count, target);
        };
        return buffers.work(chunk, y, cost(function), call.threads());
    }

    private static double cost(BinaryFunction function) {
        return function == BinaryFunction.POW ? 20 : 0.15;
    }

    /** Rows that meet shorter ones, repeated. */
    private static Work repeated(KernelCall call, BinaryFunction function) {
        View left = call.input(0);
        View right = call.input(1);
        View y = call.output();
        Buffers buffers = Buffers.of(call, left.hasPlainRows() && right.hasPlainRows() && y.hasPlainRows());
        ElementKernels kernels = call.kernels().elements();
        int period = right.length();
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long a = buffers.read(left, left.row(row), from, count, slot, 0);
            long target = buffers.target(y, y.row(row), from, slot);
            long other = right.repeatedRow(y.shape(), row);
            for (int done = 0; done < count; ) {
                int place = (from + done) % period;
                int part = Math.min(count - done, period - place);
                long b = buffers.read(right, other, place, part, slot, 1);
                long offset = (long) Float.BYTES * done;
                kernels.binary(function, a + offset, b, target + offset, part);
                done += part;
            }
            buffers.write(y, y.row(row), from, count, target);
        };
        return buffers.work(chunk, y, 1 + cost(function), call.threads());
    }

    private static void swigluOai(GluOp.SwigluOai op, KernelCall call) {
        ElementKernels kernels = call.kernels().elements();
        float limit = op.limit();
        SlotMemory memory = call.scratchForEachThread(2L * Float.BYTES * ChunkWork.STAGED);
        Gate gate = (a, g, target, count, slot) -> {
            long x = memory.of(slot);
            long y = x + (long) Float.BYTES * ChunkWork.STAGED;
            kernels.unary(UnaryFunction.CLAMP, Float.NEGATIVE_INFINITY, limit, a, x, count);
            kernels.unary(UnaryFunction.CLAMP, -limit, limit, g, y, count);
            kernels.unary(UnaryFunction.SCALE, 1, 1, y, y, count);
            kernels.unary(UnaryFunction.SCALE, op.alpha(), 0, x, target, count);
            kernels.unary(UnaryFunction.SIGMOID, 0, 0, target, target, count);
            kernels.binary(BinaryFunction.MUL, target, x, target, count);
            kernels.binary(BinaryFunction.MUL, target, y, target, count);
        };
        glu(call, gate, op.swapped(), 1.5 + cost(call, UnaryFunction.SIGMOID));
    }

    /** What a gate does with f32 elements; the target is apart from both. */
    @FunctionalInterface
    private interface Gate {
        void run(long a, long g, long target, int count, int slot);
    }

    private static void glu(KernelCall call, Gate gated, boolean swapped, double nanosPerElement) {
        if (call.output().isEmpty()) {
            return;
        }
        View first = call.input(0);
        View second;
        if (call.inputs() == 2) {
            second = call.input(1);
        } else {
            View both = first;
            long half = both.shape().d0() / 2 * both.strides().s0();
            Shape shape = call.output().shape();
            first = both.as(shape, both.strides(), swapped ? half : 0);
            second = both.as(shape, both.strides(), swapped ? 0 : half);
        }
        List<View> views = Collapse.of(List.of(first, second, call.output()));
        View x = views.get(0);
        View gate = views.get(1);
        View y = views.get(2);
        Buffers buffers = Buffers.of(call, false);
        ChunkWork.Chunk chunk = (row, from, count, slot) -> {
            long a = buffers.read(x, x.row(row), from, count, slot, 0);
            long g = buffers.read(gate, gate.row(row), from, count, slot, 1);
            long target = buffers.pad(slot, 2);
            gated.run(a, g, target, count, slot);
            buffers.write(y, y.row(row), from, count, target);
        };
        call.add(buffers.work(chunk, y, nanosPerElement, call.threads()));
    }
}
