package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What holds for programs. They are made of ADD on f32, which every backend that computes at all can run. */
public interface ProgramContract extends ConformanceTarget {
    /** The elements of each tensor. */
    int LENGTH = 1000;

    /** The bytes of each tensor, rounded up to any reasonable alignment. */
    long SLOT = 4096;

    @Test
    default void anEmptyProgramRuns() {
        try (Executable empty = device().compile(new Program("empty", List.of()));
                CommandQueue queue = device().newQueue()) {
            assertThat(queue.execute(empty, List.of()).await(Long.MAX_VALUE)).isTrue();
        }
    }

    /** Steps see what the ones before them left, although they share two slots and each overwrites an operand. */
    @Test
    default void stepsShareMemory() {
        try (DeviceBuffer buffer = device().allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                Executable program = device().compile(fibonacci(device(), buffer, 12));
                CommandQueue queue = device().newQueue()) {
            upload(queue, buffer, 0, 1);
            upload(queue, buffer, 1, 1);
            queue.execute(program, List.of());
            assertThat(first(queue, buffer, 0)).isEqualTo(233);
            assertThat(first(queue, buffer, 1)).isEqualTo(377);
        }
    }

    @Test
    default void programsRunAgainOnNewData() {
        try (DeviceBuffer buffer = device().allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                Executable program = device().compile(fibonacci(device(), buffer, 2));
                CommandQueue queue = device().newQueue()) {
            for (int i = 1; i <= 40; i++) {
                upload(queue, buffer, 0, i);
                upload(queue, buffer, 1, 2 * i);
                Event done = queue.execute(program, List.of());
                assertThat(first(queue, buffer, 0)).isEqualTo(3 * i);
                assertThat(first(queue, buffer, 1)).isEqualTo(5 * i);
                assertThat(done.isDone()).isTrue();
            }
        }
    }

    @Test
    default void runsOfOneProgramFollowEachOther() {
        try (DeviceBuffer buffer = device().allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                Executable program = device().compile(fibonacci(device(), buffer, 2));
                CommandQueue queue = device().newQueue()) {
            upload(queue, buffer, 0, 1);
            upload(queue, buffer, 1, 1);
            for (int i = 0; i < 10; i++) {
                queue.execute(program, List.of());
            }
            assertThat(first(queue, buffer, 1)).isEqualTo(17711);
        }
    }

    @Test
    default void eightThreadsHaveQueuesOfTheirOwn() throws InterruptedException, ExecutionException {
        Device device = device();
        List<Callable<Float>> workers = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            int start = i;
            workers.add(() -> {
                float last = 0;
                try (DeviceBuffer buffer = device.allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                        Executable program = device.compile(fibonacci(device, buffer, 10));
                        CommandQueue queue = device.newQueue()) {
                    for (int run = 0; run < 20; run++) {
                        upload(queue, buffer, 0, start);
                        upload(queue, buffer, 1, start);
                        queue.execute(program, List.of());
                        last = first(queue, buffer, 1);
                        assertThat(last).isEqualTo(144 * start);
                    }
                }
                return last;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Float> result : threads.invokeAll(workers)) {
                assertThat(result.get()).isPositive();
            }
        }
    }

    @Test
    default void closedProgramsAreRefused() {
        try (DeviceBuffer buffer = device().allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                CommandQueue queue = device().newQueue()) {
            Executable program = device().compile(fibonacci(device(), buffer, 2));
            program.close();
            assertThatCode(program::close).doesNotThrowAnyException();
            assertThatIllegalStateException().isThrownBy(() -> queue.execute(program, List.of()));
        }
    }

    @Test
    default void foreignProgramsAndBuffersAreRefused() {
        try (Device other = reopened();
                DeviceBuffer buffer = other.allocate(2 * SLOT, BufferUsage.ACTIVATIONS);
                Executable foreign = other.compile(fibonacci(other, buffer, 2));
                CommandQueue queue = device().newQueue()) {
            assertThatIllegalArgumentException().isThrownBy(() -> queue.execute(foreign, List.of()));
            if (!device().canUse(other)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() ->
                                device().compile(fibonacci(device(), buffer, 2)).close());
            }
        }
    }

    /** Slots 0 and 1 hold a and b; each pair of steps makes them a + b and a + 2b, over their own operands. */
    private static Program fibonacci(Device device, DeviceBuffer buffer, int steps) {
        List<Program.Step> all = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            GraphBuilder graph = Graph.builder();
            Tensor a = graph.input("a", DType.F32, Shape.of(LENGTH));
            Tensor b = graph.input("b", DType.F32, Shape.of(LENGTH));
            Node node = Objects.requireNonNull(graph.add(a, b).producer());
            Assumptions.assumeTrue(device.supports(node) instanceof Support.Yes, "ADD is not supported");
            all.add(new Program.Step(
                    node,
                    List.of(Operand.of(a, slot(buffer, 0)), Operand.of(b, slot(buffer, 1))),
                    Operand.of(node.output(), slot(buffer, i % 2)),
                    null));
        }
        return new Program("fibonacci", all);
    }

    private static BufferSlice slot(DeviceBuffer buffer, int slot) {
        return buffer.slice(slot * SLOT, LENGTH * (long) Float.BYTES);
    }

    private static void upload(CommandQueue queue, DeviceBuffer buffer, int slot, float value) {
        float[] values = new float[LENGTH];
        Arrays.fill(values, value);
        queue.upload(MemorySegment.ofArray(values), slot(buffer, slot), List.of());
    }

    private static float first(CommandQueue queue, DeviceBuffer buffer, int slot) {
        float[] values = new float[LENGTH];
        queue.download(slot(buffer, slot), MemorySegment.ofArray(values), List.of())
                .await(Long.MAX_VALUE);
        assertThat(values).containsOnly(values[0]);
        return values[0];
    }
}
