package io.tandem.backend.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.backend.BufferUsage;
import io.tandem.backend.CommandQueue;
import io.tandem.backend.DeviceBuffer;
import io.tandem.backend.Event;
import io.tandem.backend.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OpenClDeviceTest {
    private static final String ONE_MEBIBYTE = "1048576";

    @Test
    void refusesBuffersAboveTheLimitWithBothNumbers() {
        try (OpenClDevice device = TestDevice.open(OpenClOptions.MAX_ALLOCATION_BYTES, ONE_MEBIBYTE)) {
            assertThatThrownBy(() -> device.allocate(1_048_577, BufferUsage.WEIGHTS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1048577")
                    .hasMessageContaining(ONE_MEBIBYTE);
            assertThatThrownBy(() -> device.allocate(0, BufferUsage.WEIGHTS))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(device.allocate(1_048_576, BufferUsage.WEIGHTS).byteSize())
                    .isEqualTo(1_048_576);
        }
    }

    @Test
    void movesBuffersThroughLittleStaging() {
        try (OpenClDevice device = TestDevice.open(OpenClOptions.MAX_ALLOCATION_BYTES, ONE_MEBIBYTE);
                CommandQueue queue = device.newQueue();
                Arena arena = Arena.ofConfined()) {
            DeviceBuffer[] buffers = new DeviceBuffer[4];
            MemorySegment source = arena.allocate(4_000_000);
            for (int i = 0; i < source.byteSize(); i++) {
                source.set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, (byte) ((i * 31) >> 7));
            }
            for (int i = 0; i < buffers.length; i++) {
                buffers[i] = device.allocate(1_000_000, BufferUsage.WEIGHTS);
                queue.upload(source.asSlice(i * 1_000_000L, 1_000_000), buffers[i].slice(0, 1_000_000), List.of());
            }
            MemorySegment target = arena.allocate(4_000_000);
            Event last = Event.completed();
            for (int i = 0; i < buffers.length; i++) {
                MemorySegment part = target.asSlice(i * 1_000_000L, 1_000_000);
                last = queue.download(buffers[i].slice(0, 1_000_000), part, List.of(last));
            }
            last.await(Long.MAX_VALUE);
            assertThat(target.mismatch(source)).isEqualTo(-1);
        }
    }

    @Test
    void refusesClosedThings() {
        try (OpenClDevice device = TestDevice.open();
                CommandQueue queue = device.newQueue()) {
            DeviceBuffer buffer = device.allocate(100, BufferUsage.ACTIVATIONS);
            buffer.close();
            buffer.close();
            assertThatThrownBy(() -> queue.fill(buffer.slice(0, 1), (byte) 1, List.of()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("A buffer of opencl:0 is closed");
            assertThatThrownBy(buffer::hostView).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void runsAnEmptyProgram() {
        try (OpenClDevice device = TestDevice.open();
                CommandQueue queue = device.newQueue();
                var program = device.compile(new Program("empty", List.of()))) {
            assertThat(queue.execute(program, List.of()).await(Long.MAX_VALUE)).isTrue();
        }
    }

    @Test
    void closesWhateverIsStillOpen() {
        OpenClDevice device = TestDevice.open();
        DeviceBuffer buffer = device.allocate(1 << 20, BufferUsage.STATES);
        CommandQueue queue = device.newQueue();
        queue.fill(buffer.slice(0, 1 << 20), (byte) 1, List.of());
        device.close();
        device.close();
        queue.close();
        buffer.close();
        assertThatThrownBy(() -> device.newQueue())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("opencl:0 is closed");
    }
}
