package io.tandem.testkit.fuzz;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.op.MatrixOp;
import io.tandem.op.Op;
import io.tandem.op.RowOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Inputs, weights and states with data. */
final class RandomLeaves {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int INTEGERS = 100;

    private final Random random;
    private final GraphBuilder builder;
    private final Contents inputs = new Contents();
    private final Contents weightsAndStates = new Contents();
    private int count;

    RandomLeaves(Random random, GraphBuilder builder) {
        this.random = random;
        this.builder = builder;
    }

    /** The bytes of each input. */
    Contents inputs() {
        return inputs;
    }

    /** The bytes of each weight, and of each state as the run finds it. */
    Contents weightsAndStates() {
        return weightsAndStates;
    }

    /** The operands of an operation that takes them, or null where one that is there will not do. */
    @Nullable
    Leaves make(Op op, List<Operand> operands) {
        int index = indexOperand(op);
        int fresh = op.writesState() ? 0 : index;
        boolean unfit = (index >= 0 && operands.get(index).existing() != null)
                || (fresh >= 0 && operands.get(fresh).existing() != null);
        long limit = index < 0 ? 0 : limit(op, operands);
        boolean hostile = false;
        if (index >= 0) {
            long elements = operands.get(index).layout().elements();
            boolean tooMany = op instanceof RowOp.SetRows && elements > limit;
            unfit |= tooMany || (limit == 0 && elements > 0);
            // Whether an index is looked at that picks nothing, since rows have no elements, is left to the device.
            boolean picks = elements > 0 && operands.getFirst().layout().elements() > 0;
            hostile = picks && random.nextInt(60) == 0;
        }
        if (unfit) {
            return null;
        }
        List<Tensor> made = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Tensor existing = operands.get(i).existing();
            TensorLayout layout = operands.get(i).layout();
            made.add(
                    existing != null
                            ? existing
                            : i == index
                                    ? input(layout, indices(op, layout, limit, hostile))
                                    : i == 0 && op.writesState() ? state(layout) : leaf(layout));
        }
        return new Leaves(made, hostile);
    }

    /** Which operand holds indices, or −1. */
    private static int indexOperand(Op op) {
        return switch (op) {
            case RowOp.GetRows rows -> 1;
            case RowOp.SetRows rows -> 2;
            case RowOp.AddId rows -> 2;
            case MatrixOp.MulMatId product -> 2;
            default -> -1;
        };
    }

    /** The number of things that the indices pick from. */
    private static long limit(Op op, List<Operand> operands) {
        return op instanceof MatrixOp.MulMatId
                ? operands.get(0).layout().shape().d2()
                : operands.get(op instanceof RowOp.AddId ? 1 : 0)
                        .layout()
                        .shape()
                        .d1();
    }

    /** Indices in range; different ones where rows are written, since the order of writes is not defined. */
    private MemorySegment indices(Op op, TensorLayout layout, long limit, boolean hostile) {
        int elements = Math.toIntExact(layout.elements());
        MemorySegment bytes =
                MemorySegment.ofArray(new byte[elements * layout.type().blockBytes()]);
        int start = limit == 0 ? 0 : random.nextInt(Math.toIntExact(limit));
        for (int i = 0; i < elements; i++) {
            boolean distinct = op instanceof RowOp.SetRows;
            set(bytes, layout.type(), i, distinct ? (start + i) % limit : random.nextInt(Math.toIntExact(limit)));
        }
        if (hostile) {
            long[] wrong = {-1, limit, Integer.MAX_VALUE, Integer.MIN_VALUE};
            set(bytes, layout.type(), random.nextInt(elements), wrong[random.nextInt(wrong.length)]);
        }
        return bytes;
    }

    private static void set(MemorySegment bytes, DType type, long index, long value) {
        if (type == DType.I64) {
            bytes.set(LONG, index * Long.BYTES, value);
        } else {
            bytes.set(INT, index * Integer.BYTES, (int) value);
        }
    }

    private Tensor leaf(TensorLayout layout) {
        return random.nextInt(3) == 0 ? weight(layout) : input(layout, values(layout));
    }

    private Tensor input(TensorLayout layout, MemorySegment bytes) {
        Tensor input = builder.input("x" + count++, layout.type(), layout.shape());
        inputs.put(input, bytes);
        return input;
    }

    private Tensor weight(TensorLayout layout) {
        MemorySegment bytes = values(layout);
        Tensor weight = builder.weight(Weight.of("w" + count++, layout.type(), layout.shape(), WeightSource.of(bytes)));
        weightsAndStates.put(weight, bytes);
        return weight;
    }

    private Tensor state(TensorLayout layout) {
        Tensor state = builder.state(State.of("s" + count++, layout.type(), layout.shape()));
        weightsAndStates.put(state, MemorySegment.ofArray(new byte[Math.toIntExact(layout.byteExtent())]));
        return state;
    }

    /** Numbers from −1 to 1; integers from −100 to 100. */
    private MemorySegment values(TensorLayout layout) {
        DType type = layout.type();
        float[] values = new float[Math.toIntExact(layout.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = type.isFloat() || type.isQuantized()
                    ? random.nextFloat() * 2 - 1
                    : random.nextInt(2 * INTEGERS + 1) - INTEGERS;
        }
        MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(type.rowBytes(values.length))]);
        type.codec().encode(values, 0, bytes, 0, values.length);
        return bytes;
    }
}
