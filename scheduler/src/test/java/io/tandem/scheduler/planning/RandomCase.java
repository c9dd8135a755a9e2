package io.tandem.scheduler.planning;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.State;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.op.UnaryOp;
import io.tandem.scheduler.plan.Placement;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A random graph with pins and devices that lack operations, the same for the same seed.
 *
 * @param graph the graph
 * @param placement some pins
 * @param machine two to four devices, the last of which supports everything
 */
record RandomCase(Graph graph, Placement placement, Machine machine) {
    private static final long[] EXTENTS = {8, 16, 64, 256};
    private static final String[] LACKING = {"RELU", "ADD", "MUL", "SOFT_MAX", "MUL_MAT", "SUM_ROWS", "NEG", "SET_ROWS"
    };

    /**
     * Makes a case.
     *
     * @param nodes about how many nodes
     * @param rich whether there are states, views and pins
     */
    static RandomCase of(long seed, int nodes, boolean rich) {
        return new Maker(new Random(seed), rich).make(nodes);
    }

    private static final class Maker {
        private final Random random;
        private final boolean rich;
        private final GraphBuilder graph = Graph.builder();
        private final List<Tensor> pool = new ArrayList<>();
        private final List<Tensor> pinnable = new ArrayList<>();
        private final Set<Tensor> read = new HashSet<>();
        private final List<State> states = new ArrayList<>();
        private int leaves;

        Maker(Random random, boolean rich) {
            this.random = random;
            this.rich = rich;
        }

        RandomCase make(int nodes) {
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                input(shape());
            }
            for (int i = 0; rich && i < 1 + random.nextInt(2); i++) {
                states.add(State.of("state" + i, DType.F32, Shape.of(extent(), extent())));
                pinnable.add(graph.state(states.get(i)));
            }
            for (int i = 0; i < nodes; i++) {
                addSomething();
            }
            markOutput(pool.getLast());
            for (Tensor tensor : pool) {
                if (!read.contains(tensor) && random.nextInt(8) != 0) {
                    markOutput(tensor);
                }
            }
            Machine machine = machine();
            return new RandomCase(graph.build(), placement(machine), machine);
        }

        private void markOutput(Tensor tensor) {
            try {
                graph.output(tensor);
            } catch (IllegalArgumentException e) {
                // It is one already, or has been overwritten.
            }
        }

        private long extent() {
            return EXTENTS[random.nextInt(EXTENTS.length)];
        }

        private Shape shape() {
            return Shape.of(extent(), extent());
        }

        private Tensor input(Shape shape) {
            Tensor tensor = graph.input("in" + leaves++, DType.F32, shape);
            pool.add(tensor);
            pinnable.add(tensor);
            return tensor;
        }

        private Tensor weight(Shape shape) {
            Tensor tensor =
                    graph.weight(Weight.of("w" + leaves++, DType.F32, shape, new NoBytes(4 * shape.elements())));
            pinnable.add(tensor);
            return tensor;
        }

        private Tensor some() {
            return pool.get(
                    random.nextInt(10) < 7
                            ? pool.size() - 1 - random.nextInt(Math.min(5, pool.size()))
                            : random.nextInt(pool.size()));
        }

        private void addSomething() {
            try {
                Tensor made = switch (random.nextInt(rich ? 14 : 9)) {
                    case 0, 1 -> graph.relu(some());
                    case 2 -> graph.neg(some());
                    case 3 -> graph.softMax(some());
                    case 4, 5 -> binary();
                    case 6 -> graph.mulMat(weight(Shape.of(some().shape().d0(), extent())), lastWithRows());
                    case 7 -> graph.mulMat(some(), some());
                    case 8 -> graph.sumRows(some());
                    case 9 -> graph.reshape(some(), some().shape().elements());
                    case 10 -> slice(some());
                    case 11 -> graph.cont(graph.transpose(some()));
                    case 12 -> write();
                    default -> graph.apply(new UnaryOp.Abs(), graph.state(anyState()));
                };
                pool.add(made);
                read.addAll(made.producer().inputs());
                if (made.kind() == Tensor.Kind.RESULT) {
                    pinnable.add(made);
                }
            } catch (IllegalArgumentException e) {
                pool.add(graph.relu(some()));
            }
        }

        private Tensor lastWithRows() {
            return pool.getLast();
        }

        private Tensor binary() {
            Tensor a = some();
            List<Tensor> fitting =
                    pool.stream().filter(b -> b.shape().repeatsTo(a.shape())).toList();
            Tensor b = fitting.isEmpty() || random.nextInt(8) == 0
                    ? weight(Shape.of(a.shape().d0()))
                    : fitting.get(random.nextInt(fitting.size()));
            return random.nextBoolean() ? graph.add(a, b) : graph.mul(a, b);
        }

        private Tensor slice(Tensor x) {
            long rows = x.shape().d1();
            long from = random.nextLong(rows);
            return graph.slice(x, Shape.of(0, from, 0, 0), x.shape().with(1, 1 + random.nextLong(rows - from)));
        }

        private State anyState() {
            return states.get(random.nextInt(states.size()));
        }

        /** Writes rows, or a whole part, of a state. */
        private Tensor write() {
            Tensor state = graph.state(anyState());
            long count = 1 + random.nextLong(state.shape().d1());
            Tensor source = input(Shape.of(state.shape().d0(), count));
            Tensor computed = graph.relu(source);
            if (random.nextBoolean()) {
                Tensor ids = graph.input("in" + leaves++, DType.I64, Shape.of(count));
                return graph.setRows(state, computed, ids);
            }
            Tensor part = graph.slice(state, Shape.of(0, state.shape().d1() - count, 0, 0), computed.shape());
            return graph.copyInto(part, computed);
        }

        private Machine machine() {
            Machine machine = Machine.of();
            int count = 2 + random.nextInt(3);
            for (int i = 0; i < count - 1; i++) {
                String lacking = random.nextInt(3) == 0 ? LACKING[random.nextInt(LACKING.length)] : "NOTHING";
                machine = machine.andWithout("D" + i, lacking);
            }
            return machine.and("CPU");
        }

        /** Pins that can be honoured: of results only where their operation is supported. */
        private Placement placement(Machine machine) {
            Placement placement = Placement.priority();
            int pins = rich ? random.nextInt(1 + pinnable.size() / 2) : random.nextInt(4);
            for (int i = 0; i < pins; i++) {
                Tensor tensor = pinnable.get(random.nextInt(pinnable.size()));
                int device = random.nextInt(machine.devices().size());
                if (tensor.state() != null || lacks(machine, device, tensor)) {
                    device = machine.devices().size() - 1;
                }
                placement = placement.pin(
                        tensor, machine.devices().get(device).info().id());
            }
            return placement;
        }

        private static boolean lacks(Machine machine, int device, Tensor tensor) {
            return tensor.producer() != null
                    && machine.devices().get(device).supports(tensor.producer())
                            instanceof io.tandem.backend.Support.No;
        }
    }

    private record NoBytes(long bytes) implements WeightSource {
        @Override
        public void read(long offset, MemorySegment target) {
            throw new UnsupportedOperationException("plans do not read weights");
        }
    }
}
