package io.tandem.testkit.fuzz;

import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.Op;
import io.tandem.op.ViewOp;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Grows a graph node by node: tries an operation on operands until it takes them, and computes it at once. */
final class RandomNodes implements AutoCloseable {
    private static final int ATTEMPTS = 400;
    private static final int[] ARITIES = {0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5};
    private static final long MOST_ELEMENTS = 4096;
    private static final long MOST_FLOPS = 200_000;
    private static final double LARGEST = 10;

    private static final List<Class<? extends Op>> VIEWS = records(ViewOp.class).toList();
    private static final List<Class<? extends Op>> OPERATIONS =
            records(Op.class).filter(type -> !VIEWS.contains(type)).toList();

    private final Random random;
    private final RandomParameters parameters;
    private final GraphBuilder builder = Graph.builder();
    private final RandomLeaves leaves;
    private final ReferenceNodes reference = new ReferenceNodes();
    private final List<Tensor> pool = new ArrayList<>();
    private final List<Tensor> computed = new ArrayList<>();
    private final Contents contents = new Contents();
    private final Contents expected = new Contents();
    private final Set<String> operations = new TreeSet<>();
    private boolean hostile;
    private int refusals;

    RandomNodes(long seed) {
        random = new Random(seed);
        parameters = new RandomParameters(random);
        leaves = new RandomLeaves(random, builder);
    }

    private static Stream<Class<? extends Op>> records(Class<? extends Op> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(part -> records(part.asSubclass(Op.class)))
                : Stream.of(type);
    }

    /** Adds a node, unless the operation that comes up takes none of the operands that are tried. */
    void add() {
        List<Class<? extends Op>> types = random.nextInt(5) == 0 ? VIEWS : OPERATIONS;
        Class<? extends Op> type = types.get(random.nextInt(types.size()));
        for (int attempt = 0; attempt < ATTEMPTS && !hostile; attempt++) {
            try {
                if (grow(type)) {
                    return;
                }
            } catch (IllegalArgumentException refusal) {
                requireReason(type, refusal);
            }
        }
    }

    private void requireReason(Class<? extends Op> type, Exception refusal) {
        if (refusal.getMessage() == null || refusal.getMessage().isBlank()) {
            throw new AssertionError(Op.nameOf(type) + " was refused without a reason", refusal);
        }
        refusals++;
    }

    private boolean grow(Class<? extends Op> type) {
        List<Operand> operands = operands(type);
        TensorLayout near = operands.isEmpty()
                ? Operand.random(random, parameters, List.of()).layout()
                : operands.getFirst().layout();
        Op op = parameters.make(type, near);
        TensorLayout result = op.infer(layouts(operands));
        if (!isSmall(result) || op.flops(layouts(operands), result) > MOST_FLOPS) {
            return false;
        }
        Leaves made = leaves.make(op, operands);
        if (made == null) {
            return false;
        }
        Tensor output = apply(op, made);
        operations.add(op.name());
        if (made.hostile()) {
            hostile = true;
            computed.add(output);
        } else {
            compute(output, op);
        }
        return true;
    }

    /** Empty results are as large as their other dimensions. */
    private static boolean isSmall(TensorLayout result) {
        long largest = 0;
        for (int i = 0; i < Shape.DIMENSIONS; i++) {
            largest = Math.max(largest, result.shape().dim(i));
        }
        return largest <= MOST_ELEMENTS && result.elements() <= MOST_ELEMENTS;
    }

    private static List<TensorLayout> layouts(List<Operand> operands) {
        return operands.stream().map(Operand::layout).toList();
    }

    private List<Operand> operands(Class<? extends Op> type) {
        int count = VIEWS.contains(type) ? 1 : ARITIES[random.nextInt(ARITIES.length)];
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean there = !pool.isEmpty() && random.nextInt(5) < 3;
            operands.add(
                    there
                            ? Operand.of(pool.get(random.nextInt(pool.size())))
                            : Operand.random(random, parameters, layouts(operands)));
        }
        return operands;
    }

    /** What infers has a layout, so the builder may refuse only for the sake of states. */
    private Tensor apply(Op op, Leaves made) {
        try {
            return builder.apply(op, made.tensors().toArray(Tensor[]::new));
        } catch (IllegalArgumentException refusal) {
            if (!String.valueOf(refusal.getMessage()).contains(op.name())) {
                throw new AssertionError("The refusal of " + op + " does not name it", refusal);
            }
            throw refusal;
        }
    }

    private void compute(Tensor output, Op op) {
        if (op instanceof ViewOp) {
            pool.add(output);
            return;
        }
        Node node = producer(output);
        contents.putAll(leaves.inputs());
        contents.putAll(leaves.weightsAndStates());
        MemorySegment result = reference.result(node, contents);
        contents.put(output, result);
        expected.put(output, result);
        computed.add(output);
        if (isTame(output, result)) {
            pool.add(output);
        }
    }

    private static boolean isTame(Tensor tensor, MemorySegment bytes) {
        if (tensor.type().isFloat() || tensor.type().isQuantized()) {
            for (float value : Closeness.decode(tensor.type(), bytes)) {
                if (!(Math.abs(value) <= LARGEST)) {
                    return false;
                }
            }
        }
        return true;
    }

    Graph build(RandomGraph.Outputs outputs) {
        Set<Tensor> read = new HashSet<>();
        for (Tensor tensor : pool) {
            if (tensor.producer() != null) {
                tensor.producer().inputs().forEach(input -> read.add(input.storage()));
            }
        }
        computed.forEach(tensor -> producer(tensor).inputs().forEach(input -> read.add(input.storage())));
        for (Tensor tensor : computed) {
            if (outputs == RandomGraph.Outputs.ALL || !read.contains(tensor)) {
                builder.output(tensor);
            }
        }
        return builder.build();
    }

    private static Node producer(Tensor tensor) {
        Node node = tensor.producer();
        if (node == null) {
            throw new AssertionError(tensor + " has no producer");
        }
        return node;
    }

    Contents inputs() {
        return leaves.inputs();
    }

    Contents weightsAndStates() {
        return leaves.weightsAndStates();
    }

    List<Tensor> computed() {
        return List.copyOf(computed);
    }

    Contents expected() {
        return expected;
    }

    Set<String> operations() {
        return Set.copyOf(operations);
    }

    boolean isHostile() {
        return hostile;
    }

    int refusals() {
        return refusals;
    }

    @Override
    public void close() {
        reference.close();
    }
}
