package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Executable;
import io.tandem.backend.Operand;
import io.tandem.backend.Program;
import io.tandem.backend.Support;
import io.tandem.graph.Graph;
import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backends may run several steps of a program as one: the memory is left as by the steps one by one. */
public interface ChainContract extends ConformanceTarget {
    /** The shape of the tensors. */
    Shape SHAPE = Shape.of(13, 7);

    /** So many pieces of memory the steps share. */
    int SLOTS = 5;

    /** The elements of each, some more than a tensor has. */
    int SLOT_FLOATS = 128;

    /** The last of the operations. */
    int ADD = 11;

    /** What any of them may have for scratch. */
    long SCRATCH_BYTES = 1 << 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    default void stepsTogetherLeaveTheMemoryAsOneByOne(long seed) {
        try (DeviceBuffer buffer = device().allocate(slotBytes() * SLOTS, BufferUsage.ACTIVATIONS);
                DeviceBuffer scratch = device().allocate(SCRATCH_BYTES, BufferUsage.ACTIVATIONS);
                CommandQueue queue = device().newQueue()) {
            List<Program.Step> steps = steps(buffer, scratch, new SplittableRandom(seed));
            float[] together = run(queue, buffer, List.of(new Program("all", steps)), seed);
            List<Program> alone = steps.stream()
                    .map(step -> new Program("one", List.of(step)))
                    .toList();
            float[] oneByOne = run(queue, buffer, alone, seed);
            for (int i = 0; i < together.length; i++) {
                assertThat(together[i]).isCloseTo(oneByOne[i], within(1e-4f * Math.max(1, Math.abs(oneByOne[i]))));
            }
        }
    }

    private List<Program.Step> steps(DeviceBuffer buffer, DeviceBuffer scratch, SplittableRandom random) {
        List<Program.Step> steps = new ArrayList<>();
        int last = 0;
        for (int i = 0; i < 30; i++) {
            Node node = node(random.nextInt(ADD + 1));
            int from = random.nextInt(4) > 0 ? last : random.nextInt(SLOTS);
            int other = (from + 1 + random.nextInt(SLOTS - 1)) % SLOTS;
            int to = random.nextBoolean() ? from : random.nextInt(SLOTS);
            while (to == other) {
                to = random.nextInt(SLOTS);
            }
            List<Operand> operands = new ArrayList<>();
            for (Tensor input : node.inputs()) {
                operands.add(at(buffer, "x".equals(input.name()) ? from : other, input));
            }
            Support support = device().supports(node);
            Assumptions.assumeTrue(support instanceof Support.Yes, "ADD is not supported");
            long bytes = ((Support.Yes) support).scratchBytes();
            steps.add(new Program.Step(
                    node, operands, at(buffer, to, node.output()), bytes == 0 ? null : scratch.slice(0, bytes)));
            last = to;
        }
        return steps;
    }

    /** One of some operations, or ADD where the device lacks that one. */
    private Node node(int function) {
        Node node = Objects.requireNonNull(step(Graph.builder(), function).producer());
        return device().supports(node) instanceof Support.Yes
                ? node
                : Objects.requireNonNull(step(Graph.builder(), ADD).producer());
    }

    private static Tensor step(GraphBuilder graph, int function) {
        Tensor x = graph.input("x", DType.F32, SHAPE);
        return switch (function) {
            case 0 -> graph.gelu(x);
            case 1 -> graph.tanh(x);
            case 2 -> graph.scale(x, 0.75f, 0.1f);
            case 3 -> graph.clamp(x, -1.5f, 1.25f);
            case 4 -> graph.leakyRelu(x, 0.2f);
            case 5, 6 -> graph.add(x, graph.input("row", DType.F32, Shape.of(13)));
            case 7 -> graph.mul(x, graph.input("one", DType.F32, Shape.of(1)));
            case 8 -> graph.sub(x, graph.input("y", DType.F32, SHAPE));
            case 9 -> graph.sub(graph.input("y", DType.F32, SHAPE), x);
            case 10 -> graph.mul(x, graph.input("columns", DType.F32, Shape.of(1, 7)));
            default -> graph.add(x, graph.input("y", DType.F32, SHAPE));
        };
    }

    private static long slotBytes() {
        return (long) SLOT_FLOATS * Float.BYTES;
    }

    private static Operand at(DeviceBuffer buffer, int slot, Tensor tensor) {
        return Operand.of(
                tensor, buffer.slice(slot * slotBytes(), tensor.layout().byteExtent()));
    }

    private float[] run(CommandQueue queue, DeviceBuffer buffer, List<Program> programs, long seed) {
        float[] values = new float[SLOTS * SLOT_FLOATS];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        queue.upload(MemorySegment.ofArray(values), buffer.slice(0, buffer.byteSize()), List.of())
                .await(Long.MAX_VALUE);
        for (Program program : programs) {
            try (Executable executable = device().compile(program)) {
                queue.execute(executable, List.of()).await(Long.MAX_VALUE);
            }
        }
        queue.download(buffer.slice(0, buffer.byteSize()), MemorySegment.ofArray(values), List.of())
                .await(Long.MAX_VALUE);
        return values;
    }
}
