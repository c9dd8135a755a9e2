package io.tandem.backend.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Device;
import io.tandem.backend.DeviceBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BarrierPlannerTest {
    private final BarrierPlanner planner = new BarrierPlanner();
    private final DeviceBuffer buffer = new Bytes();

    /** A buffer that is only compared. */
    private static final class Bytes implements DeviceBuffer {
        @Override
        public Device device() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long byteSize() {
            return 1000;
        }

        @Override
        public Optional<MemorySegment> hostView() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    private List<BufferSlice> bytes(long from, long to) {
        return List.of(buffer.slice(from, to - from));
    }

    @Test
    void nothingComesBeforeTheFirstKernel() {
        assertThat(planner.next(bytes(0, 100), bytes(100, 200))).isFalse();
    }

    @Test
    void aKernelWaitsForWhatItReads() {
        planner.next(bytes(0, 100), bytes(100, 200));
        assertThat(planner.next(bytes(199, 300), bytes(300, 400))).isTrue();
    }

    @Test
    void aKernelWaitsForReadersOfWhatItWrites() {
        planner.next(bytes(0, 100), bytes(100, 200));
        assertThat(planner.next(bytes(400, 500), bytes(50, 60))).isTrue();
    }

    @Test
    void aKernelWaitsForWritersOfWhatItWrites() {
        planner.next(bytes(0, 100), bytes(100, 200));
        assertThat(planner.next(bytes(0, 100), bytes(150, 250))).isTrue();
    }

    @Test
    void readersOfTheSameDoNotWait() {
        planner.next(bytes(0, 100), bytes(100, 200));
        assertThat(planner.next(bytes(0, 100), bytes(200, 300))).isFalse();
    }

    @Test
    void neighboursDoNotWait() {
        planner.next(bytes(0, 100), bytes(100, 200));
        assertThat(planner.next(bytes(200, 300), bytes(300, 400))).isFalse();
    }

    @Test
    void anotherBufferIsAnotherPlace() {
        planner.next(bytes(0, 100), bytes(100, 200));
        DeviceBuffer other = new Bytes();
        assertThat(planner.next(List.of(other.slice(100, 100)), List.of(other.slice(0, 100))))
                .isFalse();
    }

    @Test
    void aBarrierCoversEverythingBeforeIt() {
        planner.next(bytes(0, 100), bytes(100, 200));
        planner.next(bytes(200, 300), bytes(300, 400));
        assertThat(planner.next(bytes(100, 200), bytes(400, 500))).isTrue();
        assertThat(planner.next(bytes(300, 400), bytes(500, 600))).isFalse();
        assertThat(planner.next(bytes(400, 500), bytes(600, 700))).isTrue();
    }

    @Test
    void aKernelThatWaitedIsWaitedForInTurn() {
        planner.next(bytes(0, 100), bytes(100, 200));
        planner.next(bytes(100, 200), bytes(0, 100));
        assertThat(planner.next(bytes(0, 100), bytes(100, 200))).isTrue();
    }
}
