package io.tandem.scheduler;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.scheduler.plan.Placement;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A graph of random operations that can be run, the same for the same seed. */
final class RandomGraph {
    private static final long[] EXTENTS = {4, 6, 16, 40};

    private final Random random;
    private final boolean rich;
    private final GraphBuilder builder = Graph.builder();
    private final List<Tensor> pool = new ArrayList<>();
    private final List<Tensor> pinnable = new ArrayList<>();
    private final List<State> states = new ArrayList<>();
    private final Map<Tensor, Long> indexRange = new HashMap<>();
    private final Graph graph;
    private int leaves;

    /**
     * Makes a graph.
     *
     * @param nodes how many nodes, views not counted
     * @param rich whether there are states and views
     */
    RandomGraph(long seed, int nodes, boolean rich) {
        this.random = new Random(seed);
        this.rich = rich;
        for (int i = 0; i < 2; i++) {
            pool.add(input(shape()));
        }
        for (int i = 0; rich && i < 2; i++) {
            states.add(State.of("state" + i, DType.F32, shape()));
            pinnable.add(builder.state(states.get(i)));
        }
        for (int i = 0; i < nodes; i++) {
            add();
        }
        graph = build();
    }

    private Graph build() {
        Set<Tensor> read = new HashSet<>();
        pool.forEach(tensor -> {
            if (tensor.producer() != null) {
                read.addAll(tensor.producer().inputs());
            }
        });
        for (Tensor tensor : pool) {
            if (tensor.storage().kind() == Tensor.Kind.RESULT && (!read.contains(tensor) || random.nextInt(8) == 0)) {
                builder.output(tensor);
            }
        }
        return builder.build();
    }

    Graph graph() {
        return graph;
    }

    List<State> states() {
        return states;
    }

    /** Whether a view, a state and a pin are there. */
    boolean isRich() {
        return rich;
    }

    /** Contents for all inputs, the same for the same number. */
    Inputs inputs(int number) {
        Random contents = new Random(number * 31L + leaves);
        Inputs inputs = Inputs.none();
        for (Tensor input : graph.inputs()) {
            int elements = (int) input.shape().elements();
            inputs = input.type() == DType.I32
                    ? inputs.and(input, distinct(contents, elements, indexRange.get(input)))
                    : inputs.and(input, floats(contents, elements));
        }
        return inputs;
    }

    /** Pins of some tensors to some of these devices. */
    Placement pins(List<String> devices) {
        Placement placement = Placement.priority();
        for (Tensor tensor : pinnable) {
            if (random.nextInt(3) == 0) {
                placement = placement.pin(tensor, devices.get(random.nextInt(devices.size())));
            }
        }
        return placement;
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return values;
    }

    /** Rows to write: each once, since the order of two writes to one row is not defined. */
    private static int[] distinct(Random random, int count, long range) {
        return random.ints(0, (int) range).distinct().limit(count).toArray();
    }

    private long extent() {
        return EXTENTS[random.nextInt(EXTENTS.length)];
    }

    private Shape shape() {
        return Shape.of(extent(), extent());
    }

    private Tensor input(Shape shape) {
        Tensor tensor = builder.input("in" + leaves++, DType.F32, shape);
        pinnable.add(tensor);
        return tensor;
    }

    private Tensor weight(Shape shape) {
        float[] values = floats(random, (int) shape.elements());
        Tensor tensor = builder.weight(Weight.ofFloats("w" + leaves++, shape, values));
        pinnable.add(tensor);
        return tensor;
    }

    private Tensor some() {
        int back = random.nextInt(10) < 7 ? Math.min(5, pool.size()) : pool.size();
        return pool.get(pool.size() - 1 - random.nextInt(back));
    }

    private void add() {
        try {
            Tensor made = make(random.nextInt(rich ? 15 : 9));
            pool.add(made);
            Node producer = made.producer();
            if (made.kind() == Tensor.Kind.RESULT && producer != null) {
                pinnable.add(made);
            }
        } catch (IllegalArgumentException undefined) {
            pool.add(builder.relu(pool.getFirst()));
        }
    }

    private Tensor make(int choice) {
        return switch (choice) {
            case 0, 1 -> builder.relu(some());
            case 2 -> builder.neg(some());
            case 3 -> builder.softMax(some());
            case 4, 5 -> binary();
            case 6 -> product();
            case 7 -> builder.sigmoid(some());
            case 8 -> builder.sumRows(some());
            case 9 -> flat(some());
            case 10 -> slice(some());
            case 11 -> builder.cont(builder.transpose(some()));
            case 12, 13 -> write();
            default -> builder.abs(builder.state(anyState()));
        };
    }

    private Tensor binary() {
        Tensor a = some();
        List<Tensor> fitting =
                pool.stream().filter(b -> b.shape().repeatsTo(a.shape())).toList();
        Tensor b = fitting.isEmpty() || random.nextInt(6) == 0
                ? weight(Shape.of(a.shape().d0()))
                : fitting.get(random.nextInt(fitting.size()));
        return random.nextBoolean() ? builder.add(a, b) : builder.mul(a, b);
    }

    private Tensor product() {
        Tensor x = some();
        return builder.mulMat(weight(Shape.of(x.shape().d0(), extent())), x);
    }

    private Tensor flat(Tensor x) {
        return builder.reshape(x, x.shape().elements());
    }

    private Tensor slice(Tensor x) {
        long rows = x.shape().d1();
        long from = random.nextLong(rows);
        return builder.slice(x, Shape.of(0, from, 0, 0), x.shape().with(1, 1 + random.nextLong(rows - from)));
    }

    private State anyState() {
        return states.get(random.nextInt(states.size()));
    }

    /** Writes rows, or a whole part, of a state. */
    private Tensor write() {
        Tensor state = builder.state(anyState());
        long count = 1 + random.nextLong(state.shape().d1());
        Tensor source = builder.relu(input(Shape.of(state.shape().d0(), count)));
        if (random.nextBoolean()) {
            Tensor indices = builder.input("in" + leaves++, DType.I32, Shape.of(count));
            indexRange.put(indices, state.shape().d1());
            return builder.setRows(state, source, indices);
        }
        long first = state.shape().d1() - count;
        return builder.copyInto(builder.slice(state, Shape.of(0, first, 0, 0), source.shape()), source);
    }
}
