package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BackendException;
import io.tandem.backend.BackendException.Kind;
import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What holds for queues and events. */
public interface QueueContract extends ConformanceTarget {
    @Test
    default void commandsRunInOrder() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(4096, BufferUsage.ACTIVATIONS)) {
            for (int i = 0; i < 300; i++) {
                queue.fill(buffer.slice(0, 4096), (byte) i, List.of());
            }
            queue.upload(MemorySegment.ofArray(new byte[] {1, 2, 3}), buffer.slice(100, 3), List.of());
            queue.copy(buffer.slice(101, 1), buffer.slice(0, 1), List.of());
            byte[] bytes = Bytes.read(queue, buffer.slice(0, 4096));
            assertThat(Arrays.copyOfRange(bytes, 99, 104)).containsExactly(43, 1, 2, 3, 43);
            assertThat(bytes[0]).isEqualTo((byte) 2);
        }
    }

    @Test
    default void rangesOfAnyOffsetAndSize() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(2000, BufferUsage.ACTIVATIONS);
                DeviceBuffer other = device().allocate(2000, BufferUsage.ACTIVATIONS)) {
            for (long offset : new long[] {0, 1, 2, 3, 4, 13, 64, 255}) {
                for (long bytes : new long[] {0, 1, 2, 3, 4, 5, 7, 16, 63, 257, 1001}) {
                    checkRange(queue, buffer, other, offset, bytes);
                }
            }
        }
    }

    private static void checkRange(
            CommandQueue queue, DeviceBuffer buffer, DeviceBuffer other, long offset, long bytes) {
        byte[] expected = new byte[2000];
        int start = Math.toIntExact(offset);
        int end = Math.toIntExact(offset + bytes);
        queue.fill(buffer.slice(0, 2000), (byte) 0, List.of());
        queue.fill(buffer.slice(offset, bytes), (byte) 0xC3, List.of());
        Arrays.fill(expected, start, end, (byte) 0xC3);
        assertThat(Bytes.read(queue, buffer.slice(0, 2000))).isEqualTo(expected);

        MemorySegment source = Bytes.random(bytes, offset + bytes);
        queue.upload(source, buffer.slice(offset, bytes), List.of());
        MemorySegment.copy(source, 0, MemorySegment.ofArray(expected), offset, bytes);
        assertThat(Bytes.read(queue, buffer.slice(0, 2000))).isEqualTo(expected);
        assertThat(Bytes.read(queue, buffer.slice(offset, bytes))).isEqualTo(Arrays.copyOfRange(expected, start, end));

        queue.fill(other.slice(0, 2000), (byte) 0, List.of());
        queue.copy(buffer.slice(offset, bytes), other.slice(offset + 1, bytes), List.of());
        byte[] copied = new byte[2000];
        System.arraycopy(expected, start, copied, start + 1, end - start);
        assertThat(Bytes.read(queue, other.slice(0, 2000))).isEqualTo(copied);
    }

    @Test
    default void copiesInsideABuffer() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(300, BufferUsage.STATES)) {
            queue.upload(Bytes.random(150, 1), buffer.slice(0, 150), List.of());
            queue.copy(buffer.slice(0, 150), buffer.slice(150, 150), List.of());
            byte[] bytes = Bytes.read(queue, buffer.slice(0, 300));
            assertThat(Arrays.copyOfRange(bytes, 150, 300)).isEqualTo(Arrays.copyOf(bytes, 150));
        }
    }

    @Test
    default void eventsOrderQueues() {
        try (CommandQueue first = device().newQueue();
                CommandQueue second = device().newQueue();
                DeviceBuffer buffer = device().allocate(1 << 20, BufferUsage.ACTIVATIONS)) {
            Event before = Event.completed();
            for (int i = 1; i <= 50; i++) {
                CommandQueue queue = i % 2 == 0 ? first : second;
                before = queue.fill(buffer.slice(0, 1 << 20), (byte) i, List.of(before));
            }
            byte[] bytes = new byte[1 << 20];
            Event read = first.download(buffer.slice(0, 1 << 20), MemorySegment.ofArray(bytes), List.of(before));
            assertThat(read.await(TimeUnit.MINUTES.toNanos(1))).isTrue();
            assertThat(read.isDone()).isTrue();
            assertThat(before.await(0)).isTrue();
            assertThat(bytes).containsOnly((byte) 50);
        }
    }

    @Test
    default void listsMayBeReused() {
        try (CommandQueue first = device().newQueue();
                CommandQueue second = device().newQueue();
                DeviceBuffer buffer = device().allocate(100, BufferUsage.ACTIVATIONS)) {
            List<Event> after = new ArrayList<>();
            after.add(first.fill(buffer.slice(0, 100), (byte) 1, List.of()));
            Event done = second.fill(buffer.slice(0, 50), (byte) 2, after);
            after.clear();
            after.add(done);
            first.fill(buffer.slice(0, 25), (byte) 3, after);
            after.clear();
            byte[] bytes = Bytes.read(first, buffer.slice(0, 100));
            assertThat(bytes[0]).isEqualTo((byte) 3);
            assertThat(bytes[49]).isEqualTo((byte) 2);
            assertThat(bytes[99]).isEqualTo((byte) 1);
        }
    }

    @Test
    default void failureFailsWhatDependsOnItAndNothingElse() {
        BackendException cause =
                new BackendException(Kind.INTERNAL, "test:0", "Planned failure on test:0: none [0]. None");
        try (CommandQueue queue = device().newQueue();
                CommandQueue other = device().newQueue();
                DeviceBuffer buffer = device().allocate(64, BufferUsage.ACTIVATIONS)) {
            Event failed = queue.fill(buffer.slice(0, 64), (byte) 1, List.of(Event.failed(cause)));
            Event dependant = queue.copy(buffer.slice(0, 8), buffer.slice(32, 8), List.of(failed));
            Event elsewhere = other.fill(buffer.slice(0, 64), (byte) 2, List.of(Event.completed(), dependant));
            Event independent = queue.fill(buffer.slice(63, 1), (byte) 3, List.of());
            for (Event event : List.of(failed, dependant, elsewhere)) {
                assertThatThrownBy(() -> event.await(TimeUnit.MINUTES.toNanos(1)))
                        .isInstanceOfSatisfying(
                                BackendException.class,
                                e -> assertThat(e.kind()).isEqualTo(Kind.INTERNAL));
                assertThat(event.isDone()).isTrue();
                assertThatThrownBy(() -> event.await(0)).isInstanceOf(BackendException.class);
            }
            assertThat(independent.await(TimeUnit.MINUTES.toNanos(1))).isTrue();
            byte[] bytes = Bytes.read(queue, buffer.slice(0, 64));
            assertThat(Arrays.copyOf(bytes, 63)).containsOnly((byte) 0);
            assertThat(bytes[63]).isEqualTo((byte) 3);
        }
    }

    @Test
    default void foreignEventsAreRefused() {
        Event foreign = new Event() {
            @Override
            public boolean isDone() {
                return true;
            }

            @Override
            public boolean await(long timeoutNanos) {
                return true;
            }
        };
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(16, BufferUsage.ACTIVATIONS)) {
            List<Event> after = List.of(Event.completed(), foreign);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.upload(Bytes.empty(16), buffer.slice(0, 16), after));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.download(buffer.slice(0, 16), Bytes.empty(16), after));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.copy(buffer.slice(0, 8), buffer.slice(8, 8), after));
            assertThatIllegalArgumentException().isThrownBy(() -> queue.fill(buffer.slice(0, 16), (byte) 1, after));
        }
    }

    @Test
    default void foreignBuffersAreRefused() {
        try (Device other = reopened();
                CommandQueue queue = device().newQueue();
                DeviceBuffer mine = device().allocate(16, BufferUsage.ACTIVATIONS);
                DeviceBuffer foreign = other.allocate(16, BufferUsage.ACTIVATIONS)) {
            if (device().canUse(other)) {
                queue.copy(mine.slice(0, 16), foreign.slice(0, 16), List.of()).await(Long.MAX_VALUE);
                return;
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.copy(mine.slice(0, 16), foreign.slice(0, 16), List.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.fill(foreign.slice(0, 16), (byte) 1, List.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.upload(Bytes.empty(16), foreign.slice(0, 16), List.of()));
        }
    }

    @Test
    default void sizesMustBeEqual() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(64, BufferUsage.ACTIVATIONS)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.upload(Bytes.empty(15), buffer.slice(0, 16), List.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.download(buffer.slice(0, 16), Bytes.empty(17), List.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.copy(buffer.slice(0, 16), buffer.slice(32, 8), List.of()));
        }
    }

    @Test
    default void largeTransfersRoundTrip() {
        long bytes = Math.min(9_000_001, device().info().limits().maxAllocationBytes() - 1);
        MemorySegment source = Bytes.random(bytes, 5);
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(bytes + 1, BufferUsage.WEIGHTS)) {
            queue.upload(source, buffer.slice(1, bytes), List.of());
            assertThat(MemorySegment.ofArray(Bytes.read(queue, buffer.slice(1, bytes)))
                            .mismatch(source))
                    .isEqualTo(-1);
        }
    }

    @Test
    default void closeWaitsAndIsFinal() {
        byte[] bytes = new byte[1 << 20];
        try (DeviceBuffer buffer = device().allocate(1 << 20, BufferUsage.ACTIVATIONS)) {
            CommandQueue queue = device().newQueue();
            queue.fill(buffer.slice(0, 1 << 20), (byte) 4, List.of());
            Event read = queue.download(buffer.slice(0, 1 << 20), MemorySegment.ofArray(bytes), List.of());
            queue.close();
            queue.close();
            assertThat(read.isDone()).isTrue();
            assertThat(bytes).containsOnly((byte) 4);
            assertThatIllegalStateException().isThrownBy(() -> queue.fill(buffer.slice(0, 16), (byte) 1, List.of()));
            assertThatIllegalStateException()
                    .isThrownBy(() -> queue.upload(Bytes.empty(16), buffer.slice(0, 16), List.of()));
        }
    }
}
