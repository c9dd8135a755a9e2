package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for buffers. */
public interface MemoryContract extends ConformanceTarget {
    @Test
    default void buffersHaveTheirSizeAndDevice() {
        for (BufferUsage usage : BufferUsage.values()) {
            for (long bytes : new long[] {1, 3, 64, 1000, 1_000_003}) {
                try (DeviceBuffer buffer = device().allocate(bytes, usage)) {
                    assertThat(buffer.byteSize()).isEqualTo(bytes);
                    assertThat(buffer.device()).isSameAs(device());
                }
            }
        }
    }

    @Test
    default void newMemoryIsZero() {
        long bytes = 300_007;
        try (CommandQueue queue = device().newQueue()) {
            for (int i = 0; i < 5; i++) {
                try (DeviceBuffer buffer = device().allocate(bytes, BufferUsage.STATES)) {
                    assertThat(Bytes.read(queue, buffer.slice(0, bytes))).containsOnly((byte) 0);
                    queue.fill(buffer.slice(0, bytes), (byte) -1, List.of()).await(Long.MAX_VALUE);
                }
            }
        }
    }

    @Test
    default void impossibleSizesAreRefused() {
        long most = device().info().limits().maxAllocationBytes();
        for (long bytes : new long[] {0, -1, Long.MIN_VALUE, Math.max(most, most + 1)}) {
            if (bytes != most) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> device().allocate(bytes, BufferUsage.ACTIVATIONS)
                                .close());
            }
        }
    }

    @Test
    default void closedBuffersAreRefused() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer other = device().allocate(16, BufferUsage.ACTIVATIONS)) {
            DeviceBuffer buffer = device().allocate(16, BufferUsage.ACTIVATIONS);
            buffer.close();
            buffer.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> queue.upload(Bytes.empty(16), buffer.slice(0, 16), List.of()));
            assertThatIllegalStateException()
                    .isThrownBy(() -> queue.download(buffer.slice(0, 16), Bytes.empty(16), List.of()));
            assertThatIllegalStateException()
                    .isThrownBy(() -> queue.copy(buffer.slice(0, 16), other.slice(0, 16), List.of()));
            assertThatIllegalStateException()
                    .isThrownBy(() -> queue.copy(other.slice(0, 16), buffer.slice(0, 16), List.of()));
            assertThatIllegalStateException().isThrownBy(() -> queue.fill(buffer.slice(0, 16), (byte) 1, List.of()));
        }
    }

    @Test
    default void hostViewsShowTheSameMemory() {
        try (CommandQueue queue = device().newQueue();
                DeviceBuffer buffer = device().allocate(100, BufferUsage.ACTIVATIONS)) {
            Optional<MemorySegment> view = buffer.hostView();
            if (view.isEmpty()) {
                return;
            }
            MemorySegment segment = view.get();
            assertThat(segment.byteSize()).isEqualTo(100);
            segment.set(ValueLayout.JAVA_BYTE, 99, (byte) 42);
            assertThat(Bytes.read(queue, buffer.slice(99, 1))).containsExactly((byte) 42);
            queue.fill(buffer.slice(0, 50), (byte) 7, List.of()).await(Long.MAX_VALUE);
            assertThat(segment.get(ValueLayout.JAVA_BYTE, 49)).isEqualTo((byte) 7);
            assertThat(segment.get(ValueLayout.JAVA_BYTE, 50)).isEqualTo((byte) 0);
        }
    }

    @Test
    default void wrappedMemoryIsTheHosts() {
        long alignment = device().info().limits().wrapAlignmentBytes();
        long bytes = Math.ceilDiv(1000, alignment) * alignment;
        try (Arena arena = Arena.ofShared();
                CommandQueue queue = device().newQueue()) {
            MemorySegment segment = arena.allocate(bytes, alignment);
            Optional<DeviceBuffer> wrapped = device().wrap(segment, BufferUsage.ACTIVATIONS);
            if (wrapped.isEmpty()) {
                return;
            }
            try (DeviceBuffer buffer = wrapped.get()) {
                assertThat(buffer.byteSize()).isEqualTo(bytes);
                segment.set(ValueLayout.JAVA_BYTE, 3, (byte) 9);
                assertThat(Bytes.read(queue, buffer.slice(3, 1))).containsExactly((byte) 9);
                queue.fill(buffer.slice(0, bytes), (byte) 5, List.of()).await(Long.MAX_VALUE);
                assertThat(segment.get(ValueLayout.JAVA_BYTE, bytes - 1)).isEqualTo((byte) 5);
            }
            assertThatCode(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).doesNotThrowAnyException();
        }
    }

    @Test
    default void manyBuffersAtOnce() {
        DeviceBuffer[] buffers = new DeviceBuffer[200];
        try (CommandQueue queue = device().newQueue()) {
            for (int i = 0; i < buffers.length; i++) {
                buffers[i] = device().allocate(100 + i, BufferUsage.WEIGHTS);
                queue.fill(buffers[i].slice(0, 100 + i), (byte) i, List.of());
            }
            for (int i = 0; i < buffers.length; i++) {
                assertThat(Bytes.read(queue, buffers[i].slice(0, 100 + i))).containsOnly((byte) i);
                buffers[i].close();
            }
        }
    }
}
