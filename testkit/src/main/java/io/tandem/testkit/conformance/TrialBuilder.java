package io.tandem.testkit.conformance;

import io.tandem.backend.BackendException;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Trial}: operands of any type and form with seeded data, and what should come of them. */
public final class TrialBuilder {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final GraphBuilder graph = Graph.builder();
    private final Map<Tensor, MemorySegment> contents = new HashMap<>();
    private final SplittableRandom random;
    private final boolean hasData;
    private int operands;
    private int overwritten = -1;
    private Form usual = Form.CONTIGUOUS;
    private @Nullable MemorySegment expected;

    TrialBuilder(long seed) {
        this(seed, true);
    }

    private TrialBuilder(long seed, boolean hasData) {
        this.random = new SplittableRandom(seed);
        this.hasData = hasData;
    }

    /** Builds graphs alone: all data is zeros, which costs a fraction. */
    static TrialBuilder withoutData() {
        return new TrialBuilder(0, false);
    }

    /** The graph in which the operands are. */
    public GraphBuilder graph() {
        return graph;
    }

    /** From here on operands that would be contiguous have another form, where their type has it. */
    TrialBuilder usually(Form form) {
        usual = form;
        return this;
    }

    /** An input with values from −1 to 1 (integers from −100 to 100). */
    public Tensor operand(DType type, Shape shape) {
        return operand(Form.CONTIGUOUS, type, shape);
    }

    Tensor operand(Form form, DType type, Shape shape) {
        return type.isFloat() || type.isQuantized()
                ? operand(form, type, shape, -1, 1)
                : operand(form, type, shape, -100, 100);
    }

    Tensor operand(Form form, DType type, Shape shape, double low, double high) {
        Form chosen = form == Form.CONTIGUOUS ? usual(type) : form;
        Shape whole = chosen.whole(type, shape);
        return chosen.view(graph, filled(type, whole, random(whole, low, high)), shape);
    }

    private Form usual(DType type) {
        return Form.of(type).contains(usual) ? usual : Form.CONTIGUOUS;
    }

    /** A weight with values from −1 to 1. */
    Tensor weight(DType type, Shape shape) {
        MemorySegment bytes = stored(type, random(shape, -1, 1));
        return graph.weight(Weight.of("w" + operands++, type, shape, WeightSource.of(bytes)));
    }

    /** A state with values from −1 to 1 (integers from −100 to 100). */
    Tensor state(DType type, Shape shape) {
        double extent = type.isFloat() || type.isQuantized() ? 1 : 100;
        return state(State.of("s" + operands++, type, shape), stored(type, random(shape, -extent, extent)));
    }

    /** A state of given bytes. */
    Tensor state(State state, MemorySegment bytes) {
        Tensor tensor = graph.state(state);
        contents.put(tensor, bytes);
        return tensor;
    }

    /** An input of given values, repeated as often as needed. */
    Tensor values(DType type, Shape shape, float... values) {
        Shape whole = usual(type).whole(type, shape);
        float[] all = new float[Math.toIntExact(whole.elements())];
        for (int i = 0; i < all.length; i++) {
            all[i] = values[i % values.length];
        }
        return usual(type).view(graph, filled(type, whole, all), shape);
    }

    /** Indices below {@code limit}. */
    Tensor indices(DType type, Shape shape, int limit) {
        long[] all = new long[Math.toIntExact(shape.elements())];
        for (int i = 0; i < all.length; i++) {
            all[i] = random.nextInt(limit);
        }
        return indices(type, shape, all);
    }

    /** Given indices; an I32 keeps their lower halves. */
    Tensor indices(DType type, Shape shape, long... values) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Math.multiplyExact(values.length, type.blockBytes())]);
        for (int i = 0; i < values.length; i++) {
            if (type == DType.I64) {
                bytes.set(LONG, (long) i * Long.BYTES, values[i]);
            } else {
                bytes.set(INT, (long) i * Integer.BYTES, (int) values[i]);
            }
        }
        return stored(type, shape, bytes);
    }

    /** An input of given bytes. */
    Tensor stored(DType type, Shape shape, MemorySegment bytes) {
        Tensor input = graph.input("x" + operands++, type, shape);
        contents.put(input, bytes);
        return input;
    }

    /** Numbers from {@code low} to {@code high}. */
    float[] random(Shape shape, double low, double high) {
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; hasData && i < values.length; i++) {
            values[i] = (float) (low + random.nextDouble() * (high - low));
        }
        return values;
    }

    private Tensor filled(DType type, Shape shape, float[] values) {
        return stored(type, shape, stored(type, values));
    }

    private MemorySegment stored(DType type, float[] values) {
        return hasData
                ? encode(type, values)
                : MemorySegment.ofArray(new byte[Math.toIntExact(type.rowBytes(values.length))]);
    }

    static MemorySegment encode(DType type, float[] values) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(type.rowBytes(values.length))]);
        type.codec().encode(values, 0, bytes, 0, values.length);
        return bytes;
    }

    /** Lets the result be written over operand {@code index} of its node. */
    TrialBuilder overwriting(int index) {
        overwritten = index;
        return this;
    }

    /** Lets the result be compared with these bytes, not with the reference. */
    TrialBuilder expecting(MemorySegment bytes) {
        expected = bytes;
        return this;
    }

    /** The run gives {@code result} within the bound that its type allows: equal bits where {@code bound} is 0. */
    public Trial gives(Tensor result, double bound) {
        double rounding = switch (result.type()) {
            case F16 -> 1e-6;
            case BF16 -> 1e-5;
            case F32, I8, U8, I32, I64, BOOL -> 0;
            default -> 1e-4;
        };
        return trial(result, bound == 0 ? 0 : Math.max(bound, rounding), null);
    }

    /** The run fails. */
    public Trial fails(Tensor result, BackendException.Kind kind) {
        return trial(result, 0, kind);
    }

    private Trial trial(Tensor result, double bound, BackendException.@Nullable Kind failure) {
        TensorLayout layout = result.layout();
        if (result.storage() != result || !layout.isContiguous()) {
            throw new IllegalArgumentException(result + " is a view");
        }
        graph.output(result);
        return new Trial(graph.build(), contents, result, overwritten, bound, expected, failure);
    }
}
