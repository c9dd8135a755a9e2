package io.tandem.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
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
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FakeBackendTest {
    private static final long BYTES = 16;

    @Test
    void computesLaterAndCounts() {
        FakeBackend fakes =
                FakeBackend.named("fakeA").executeLatency(Duration.ofMillis(20)).create();
        try (Rig rig = new Rig(fakes, 0)) {
            Event uploaded = rig.queue.upload(floats(1, -2, 3, -4), rig.buffer.slice(0, BYTES), List.of());
            Event executed = rig.queue.execute(rig.program, List.of(uploaded));
            float[] result = new float[4];
            Event downloaded =
                    rig.queue.download(rig.buffer.slice(256, BYTES), MemorySegment.ofArray(result), List.of(executed));
            assertThat(executed.isDone()).isFalse();
            assertThat(downloaded.await(TimeUnit.SECONDS.toNanos(10))).isTrue();
            assertThat(result).containsExactly(-1, 2, -3, 4);
        }
        FakeCounters counters = fakes.device(0).counters();
        assertThat(counters.uploadedBytes(BufferUsage.ACTIVATIONS)).isEqualTo(BYTES);
        assertThat(counters.downloadedBytes()).isEqualTo(BYTES);
        assertThat(counters.commands(FakeCall.EXECUTE)).isEqualTo(1);
        assertThat(fakes.device(0).executions())
                .singleElement()
                .satisfies(interval ->
                        assertThat(interval.endNanos() - interval.startNanos()).isGreaterThanOrEqualTo(20_000_000));
        fakes.assertNothingAlive();
    }

    @Test
    void twoDevicesOverlap() {
        FakeBackend fakes = FakeBackend.named("fakeA")
                .devices(2)
                .executeLatency(Duration.ofMillis(50))
                .create();
        try (Rig first = new Rig(fakes, 0);
                Rig second = new Rig(fakes, 1)) {
            Event one = first.queue.execute(first.program, List.of());
            Event two = second.queue.execute(second.program, List.of());
            one.await(Long.MAX_VALUE);
            two.await(Long.MAX_VALUE);
        }
        FakeInterval one = fakes.device(0).executions().getFirst();
        FakeInterval two = fakes.device(1).executions().getFirst();
        assertThat(one.overlapNanos(two)).isGreaterThan(20_000_000);
    }

    @Test
    void plannedFailureFailsDependantsOnly() {
        FakeBackend fakes = FakeBackend.of("fakeA");
        fakes.device(0).failAt(FakeCall.EXECUTE, 2, Kind.INTERNAL);
        try (Rig rig = new Rig(fakes, 0)) {
            rig.queue.execute(rig.program, List.of()).await(Long.MAX_VALUE);
            Event failing = rig.queue.execute(rig.program, List.of());
            Event dependant = rig.queue.execute(rig.program, List.of(failing));
            Event independent = rig.queue.execute(rig.program, List.of());
            assertFails(failing, Kind.INTERNAL);
            assertFails(dependant, Kind.INTERNAL);
            assertThat(independent.await(Long.MAX_VALUE)).isTrue();
        }
        fakes.assertNothingAlive();
    }

    @Test
    void lossEndsCommandsInFlightAndEverythingLater() {
        FakeBackend fakes =
                FakeBackend.named("fakeA").executeLatency(Duration.ofMinutes(1)).create();
        Device device = open(fakes, 0);
        try (Rig rig = new Rig(fakes, 0)) {
            Event running = rig.queue.execute(rig.program, List.of());
            fakes.device(0).lose();
            assertFails(running, Kind.DEVICE_LOST);
            assertFails(rig.queue.execute(rig.program, List.of()), Kind.DEVICE_LOST);
            assertThatThrownBy(() -> device.allocate(16, BufferUsage.STATES))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DEVICE_LOST));
            assertThatThrownBy(() -> open(fakes, 0)).isInstanceOf(BackendException.class);
        }
        fakes.device(0).repair();
        assertThatThrownBy(() -> device.allocate(16, BufferUsage.STATES)).hasMessageContaining("is lost");
        device.close();
        open(fakes, 0).close();
        fakes.assertNothingAlive();
    }

    @Test
    void memoryLimitAndAllocationLimit() {
        FakeBackend fakes = FakeBackend.named("fakeA")
                .memoryBytes(1000)
                .maxAllocationBytes(800)
                .create();
        try (Device device = open(fakes, 0)) {
            DeviceBuffer first = device.allocate(600, BufferUsage.WEIGHTS);
            assertThatThrownBy(() -> device.allocate(600, BufferUsage.WEIGHTS))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("600 of 1000 bytes are in use");
            assertThatThrownBy(() -> device.allocate(801, BufferUsage.WEIGHTS))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(device.memory().freeBytes()).hasValue(400);
            assertThatThrownBy(fakes::assertNothingAlive).hasMessageContaining("1 buffers (600 bytes)");
            first.close();
        }
        fakes.assertNothingAlive();
        assertThat(fakes.device(0).counters().abandoned()).isZero();
    }

    @Test
    void refusesNodesAndKernels() {
        FakeBackend fakes = FakeBackend.named("fakeA")
                .refusing(node -> node.op().name().equals("ABS") ? Optional.of("no ABS here") : Optional.empty())
                .create();
        fakes.device(0).refuseKernels(node -> node.op().name().equals("NEG"), "syntax error in line 1");
        GraphBuilder graph = Graph.builder();
        Node abs = graph.abs(graph.input("x", DType.F32, Shape.of(4))).producer();
        Node neg = negation();
        try (Device device = open(fakes, 0)) {
            assertThat(device.supports(abs)).isEqualTo(new Support.No("no ABS here"));
            assertThat(device.supports(neg)).isEqualTo(Support.YES);
            assertThatThrownBy(() -> new Rig(fakes, 0))
                    .isInstanceOfSatisfying(
                            BackendException.class, e -> assertThat(e.kind()).isEqualTo(Kind.KERNEL_BUILD));
            assertThat(device.supports(neg)).isEqualTo(new Support.No("syntax error in line 1"));
        }
    }

    private static Device open(FakeBackend fakes, int number) {
        return fakes.open(fakes.device(number).info(), Map.of());
    }

    private static Node negation() {
        GraphBuilder graph = Graph.builder();
        return graph.neg(graph.input("x", DType.F32, Shape.of(4))).producer();
    }

    private static void assertFails(Event event, Kind kind) {
        assertThatThrownBy(() -> event.await(TimeUnit.SECONDS.toNanos(10)))
                .isInstanceOfSatisfying(
                        BackendException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private static MemorySegment floats(float... values) {
        return MemorySegment.ofArray(values).asReadOnly().asSlice(0, values.length * ValueLayout.JAVA_FLOAT.byteSize());
    }

    /** A device with a queue and a program that negates four numbers at byte 0 into byte 256. */
    private static final class Rig implements AutoCloseable {
        final Device device;
        final DeviceBuffer buffer;
        final Executable program;
        final CommandQueue queue;

        Rig(FakeBackend fakes, int number) {
            device = open(fakes, number);
            buffer = device.allocate(512, BufferUsage.ACTIVATIONS);
            Node node = negation();
            program = device.compile(new Program(
                    "negate",
                    List.of(new Program.Step(
                            node,
                            List.of(Operand.of(node.inputs().getFirst(), buffer.slice(0, BYTES))),
                            Operand.of(node.output(), buffer.slice(256, BYTES)),
                            null))));
            queue = device.newQueue();
        }

        @Override
        public void close() {
            queue.close();
            program.close();
            buffer.close();
            device.close();
        }
    }
}
